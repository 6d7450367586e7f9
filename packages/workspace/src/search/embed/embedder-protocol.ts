export interface EmbedCall {
  readonly id: number
  readonly texts: readonly string[]
}

export type EmbedAnswer =
  | { readonly kind: 'vectors'; readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
