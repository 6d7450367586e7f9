/** Texts longer than this may be kept by an engine as views into the text that they were cut from. */
const LONGEST_COPIED = 12

/**
 * Counts of texts by the text, the recent ones. Two generations: when the young one is full, the old one is
 * dropped and the young one is old; what is asked for again comes back. Bounded by characters, for speed alone.
 */
export class RecentCounts {
  readonly #maximum: number
  #young = new Map<string, number>()
  #old: ReadonlyMap<string, number> = new Map()
  #characters = 0

  constructor(maximumCharacters: number) {
    this.#maximum = maximumCharacters
  }

  get(text: string, compute: (text: string) => number): number {
    const found = this.#young.get(text)
    if (found !== undefined) return found
    const count = this.#old.get(text) ?? compute(text)
    this.#keep(text, count)
    return count
  }

  #keep(text: string, count: number): void {
    if (this.#characters + text.length > this.#maximum) {
      this.#old = this.#young
      this.#young = new Map()
      this.#characters = 0
    }
    this.#characters += text.length
    this.#young.set(copy(text), count)
  }
}

/** A real copy: a key that is a slice would keep the whole text in memory. */
function copy(text: string): string {
  return text.length <= LONGEST_COPIED ? text : ` ${text}`.slice(1)
}
