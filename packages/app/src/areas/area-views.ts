/** An area of guidance. */
export interface AreaView {
  readonly pack: string
  readonly id: string
  readonly name: string
  /** From 0 to 1; 1 where the user set it. */
  readonly confidence: number
  /** The words that decided. */
  readonly words?: readonly string[]
}

/** What a chat can be pinned to. */
export interface AreaListView {
  readonly areas: readonly Pick<AreaView, 'pack' | 'id' | 'name'>[]
  readonly jurisdictions: readonly { readonly id: string; readonly name: string }[]
  /** Area files of the workspace that could not be used. */
  readonly problems: readonly { readonly path: string; readonly line?: number; readonly message: string }[]
}
