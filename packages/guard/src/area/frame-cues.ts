/** Words and phrases as a person writes them, folded, parted by `|`. */
export interface FrameCues {
  /** Words that may stand before the request itself. */
  readonly polite: string
  /** What at the beginning of a clause makes the rest of it material: "translate", "who wrote". */
  readonly whole: string
  /** The same in two parts: "write" at the beginning and "birthday" somewhere behind it. */
  readonly pairs: readonly { readonly first: string; readonly second: string }[]
  /** What sets the scene for something that is told, played or learnt, wherever it stands. */
  readonly scenes: string
}
