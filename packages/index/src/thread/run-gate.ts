import { IndexError } from '../index-error.ts'

/** Where work waits while it is paused, and learns that it is to stop. */
export class RunGate {
  isStopped = false
  #isClosed = false
  #resumed: PromiseWithResolvers<void> | undefined
  readonly #waiting = new Set<(error: IndexError) => void>()

  get isPaused(): boolean {
    return this.#resumed !== undefined
  }

  /** After a stop, the next run may go. */
  startRun(): void {
    this.isStopped = this.#isClosed
  }

  pause(): void {
    this.#resumed ??= Promise.withResolvers()
  }

  resume(): void {
    this.#resumed?.resolve()
    this.#resumed = undefined
  }

  /** The run ends at its next step, paused or not. */
  stopRun(): void {
    this.isStopped = true
    for (const reject of this.#waiting) reject(stopped())
  }

  close(): void {
    this.#isClosed = true
    this.stopRun()
  }

  /** Waits while paused. */
  async pass(): Promise<void> {
    while (this.#resumed) await this.unlessStopped(this.#resumed.promise)
    if (this.isStopped) throw stopped()
  }

  /** The result of the work, unless it is stopped first. Not a race with one promise: that would keep every result. */
  unlessStopped<T>(work: Promise<T>): Promise<T> {
    if (this.isStopped) return Promise.reject(stopped())
    return new Promise<T>((resolve, reject) => {
      this.#waiting.add(reject)
      void work.then(resolve, reject).finally(() => this.#waiting.delete(reject))
    })
  }
}

function stopped(): IndexError {
  return new IndexError('closed', 'The index was closed or cleared meanwhile.')
}
