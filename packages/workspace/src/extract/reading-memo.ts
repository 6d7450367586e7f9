import type { Hash } from '@varve/engine'

/** How many results are kept: what a person attaches over some drafts, not a whole library. */
const KEPT = 64

/**
 * Results of costly readings by content hash, so that a draft that is looked at with every key press reads a
 * PDF once. The oldest makes room.
 */
export class ReadingMemo {
  readonly #results = new Map<string, Promise<unknown>>()

  /** The same hash and form give the same result; what failed is tried again. */
  recall<Result>(hash: Hash, form: string, read: () => Promise<Result>): Promise<Result> {
    const name = `${hash} ${form}`
    const known = this.#results.get(name) as Promise<Result> | undefined
    if (known) return known
    const reading = read()
    this.#results.set(name, reading)
    reading.catch(() => this.#results.delete(name))
    for (const oldest of this.#results.keys()) {
      if (this.#results.size <= KEPT) break
      this.#results.delete(oldest)
    }
    return reading
  }
}
