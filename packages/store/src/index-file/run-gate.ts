import { StoreError } from '../store-error.ts'

/** Where work waits while it is paused, and learns that it is to stop. */
export class RunGate {
  #paused = false
  #stopped = false
  #closed = false
  #waiting: (() => void)[] = []

  get isStopped(): boolean {
    return this.#stopped || this.#closed
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
    this.#wake()
  }

  close(): void {
    this.#closed = true
    this.#wake()
  }

  async pass(): Promise<void> {
    while (this.#paused && !this.isStopped) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    if (this.isStopped) throw new StoreError('closed', 'The index was closed or cleared meanwhile.')
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
