import type { MessageRole, Part } from '@varve/engine'

/** Up to here the provider is asked to keep what was sent. */
export interface Mark {
  /** For the longer of its two lifetimes. */
  readonly isLong: boolean
}

/** A part as it will be converted, with the mark that stands after it. */
export interface PlacedPart {
  readonly role: MessageRole
  readonly part: Exclude<Part, { kind: 'image' }> | LoadedImage
  readonly mark?: Mark
}

export interface LoadedImage {
  readonly kind: 'image'
  readonly mediaType: string
  readonly name: string
  readonly bytes: Uint8Array
}

/** A message whose parts are ready for a converter; no two neighbours share a role. */
export interface PlacedMessage {
  readonly role: MessageRole
  readonly parts: readonly PlacedPart[]
}
