import { StoreError } from '../../store-error.ts'

/** Where work waits while it is paused, and learns that it is to stop. */
export class RunGate {
  #paused = false
  #stopped = false
  #closed = false
  #waiting: (() => void)[] = []
  readonly #onStop = new Set<() => void>()

  get isStopped(): boolean {
    return this.#stopped || this.#closed
  }

  get isPaused(): boolean {
    return this.#paused
  }

  startRun(): void {
    this.#stopped = false
  }

  pause(): void {
    this.#paused = true
  }

  resume(): void {
    this.#paused = false
    this.#wake()
  }

  /** The run that is under way ends at its next step, paused or not. */
  stopRun(): void {
    this.#stopped = true
    this.#end()
  }

  close(): void {
    this.#closed = true
    this.#end()
  }

  /** Waits while paused. */
  async pass(): Promise<void> {
    while (this.#paused && !this.isStopped) await this.#nextChange()
    if (this.isStopped) throw stopped()
  }

  /** What the work gives, unless it is to stop before. */
  unlessStopped<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const giveUp = (): void => reject(stopped())
      if (this.isStopped) giveUp()
      this.#onStop.add(giveUp)
      void work.then(resolve, reject).finally(() => this.#onStop.delete(giveUp))
    })
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #end(): void {
    for (const giveUp of this.#onStop) giveUp()
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

function stopped(): StoreError {
  return new StoreError('closed', 'The index was closed or cleared meanwhile.')
}
