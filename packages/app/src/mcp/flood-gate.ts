/** Says when somebody talks without end: more than so many times in so many milliseconds. */
export class FloodGate {
  readonly #most: number
  readonly #window: number
  readonly #timer: () => number
  #since = 0
  #count = 0

  constructor({ most, window, timer }: FloodGateOptions) {
    this.#most = most
    this.#window = window
    this.#timer = timer
  }

  /** Counts one; true where it is one too many. */
  isTooMuch(): boolean {
    const now = this.#timer()
    if (now - this.#since > this.#window) {
      this.#since = now
      this.#count = 0
    }
    this.#count += 1
    return this.#count > this.#most
  }
}

export interface FloodGateOptions {
  readonly most: number
  /** Milliseconds. */
  readonly window: number
  readonly timer: () => number
}
