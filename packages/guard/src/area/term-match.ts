/** A term of an area in the text, from one word to before another. */
export interface TermMatch {
  readonly area: number
  readonly key: string
  readonly weight: number
  readonly size: number
  /** In how many areas the term stands. */
  readonly spread: number
  readonly isHint: boolean
  readonly from: number
  readonly to: number
  /** The text says that this is not its matter. */
  readonly denied: boolean
  /** Below 1 where the term is of another language than most of the text. */
  readonly affinity: number
  /** Its two words stand apart. */
  readonly isApart: boolean
  /** A word in the very form that the file has. */
  readonly isAsWritten: boolean
}
