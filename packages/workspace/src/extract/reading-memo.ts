import type { Hash } from '@varve/engine/internal'
import { WorkspaceError } from '../workspace-error.ts'

/** How many results are kept: what a person attaches over some drafts, not a whole library. */
const KEPT = 64
/** A document that was given up took a thread for half a minute: typing on must not start that again. */
const GIVEN_UP_MILLISECONDS = 5 * 60_000

/**
 * Results of costly readings by content hash, so that a draft that is looked at with every key press reads a
 * PDF once. The oldest makes room.
 */
export class ReadingMemo {
  readonly #results = new Map<string, Promise<unknown>>()

  /** The same hash and form give the same result; what failed is tried again, a while later if it was given up. */
  recall<Result>(hash: Hash, form: string, read: () => Promise<Result>): Promise<Result> {
    const name = `${hash} ${form}`
    const known = this.#results.get(name) as Promise<Result> | undefined
    if (known) return known
    const reading = read()
    this.#results.set(name, reading)
    reading.catch((error: unknown) => {
      const forget = (): void => {
        if (this.#results.get(name) === reading) this.#results.delete(name)
      }
      if (wasGivenUp(error)) setTimeout(forget, GIVEN_UP_MILLISECONDS).unref()
      else forget()
    })
    for (const oldest of this.#results.keys()) {
      if (this.#results.size <= KEPT) break
      this.#results.delete(oldest)
    }
    return reading
  }
}

function wasGivenUp(error: unknown): boolean {
  return error instanceof WorkspaceError && /^document-(?:timeout|too-large)$/.test(error.code)
}
