/** A term of an area in the tree. Areas are named by their place in the list. */
export interface TreeTerm {
  readonly kind: 'term'
  readonly area: number
  /** For forms that the file does not have; 0 where only its own forms count. */
  readonly weight: number
  /** Weights of the forms that the file has, by their folded words. */
  readonly forms: ReadonlyMap<string, number>
  /** Those of the forms that count in capitals only. */
  readonly capitals: ReadonlySet<string>
  /** Distinguishes terms that count once each. */
  readonly key: string
  /** Words that are not loose. */
  readonly size: number
  /** In how many areas it stands. */
  readonly spread: number
  /** Not a term of its own, but a word that the area's phrases and guidance use. */
  readonly isHint: boolean
}

export type TreeEntry =
  | TreeTerm
  | { readonly kind: 'negative'; readonly area: number }
  /** What denies the word inside it: "not a criminal matter"; others deny what is behind them. */
  | { readonly kind: 'denial'; readonly isAround: boolean }
  /** To whom something is written. */
  | { readonly kind: 'addressee' }
  | {
      readonly kind: 'cue'
      readonly key: string
      readonly of: 'matter' | 'idle'
      readonly strength: number
      /** As they are written, folded. */
      readonly words: readonly string[]
    }
  | FrameEntry

/** A part of a request in which the matter is only material. */
export interface FrameEntry {
  readonly kind: 'frame'
  readonly part: 'whole' | 'first' | 'second'
  /** Which of the pairs it is of. */
  readonly frame: number
  /** As they are written, folded. */
  readonly words: readonly string[]
}
