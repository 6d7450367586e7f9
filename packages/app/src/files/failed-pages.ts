interface Failure {
  readonly until: number
  readonly error: Error
}

/** A page whose address is typed fails at every letter, and most of these are never asked for again. */
const MOST = 300

/** Pages that could not be had lately, the newest few: until when they are not asked for again, and why. */
export class FailedPages {
  readonly #failures = new Map<string, Failure>()

  /** Why a page is left alone; undefined where it may be asked for. */
  errorOf(url: string, now: number): Error | undefined {
    const failure = this.#failures.get(url)
    return failure && failure.until > now ? failure.error : undefined
  }

  put(url: string, failure: Failure): void {
    this.#failures.delete(url)
    this.#failures.set(url, failure)
    const oldest = this.#failures.keys().next()
    if (this.#failures.size > MOST && !oldest.done) this.#failures.delete(oldest.value)
  }

  delete(url: string): void {
    this.#failures.delete(url)
  }
}
