export interface SweepQueueOptions {
  /** Sweeps one workspace; how many texts wait for the grace period to pass. */
  readonly run: (workspaceId: string) => Promise<number>
  /** What could not be swept, and why. */
  readonly report: (message: string) => void
  /** Milliseconds. */
  readonly grace: number
  readonly closing: AbortSignal
}

/** So that several deletions in a row are one sweep. */
const DELAY = 2000

/** When unused texts are swept: soon after a deletion, and again when what was found then may go. */
export class SweepQueue {
  readonly #options: SweepQueueOptions
  readonly #timers = new Map<string, NodeJS.Timeout>()
  #last: Promise<void> = Promise.resolve()

  constructor(options: SweepQueueOptions) {
    this.#options = options
    options.closing.addEventListener('abort', () => {
      for (const timer of this.#timers.values()) clearTimeout(timer)
      this.#timers.clear()
    })
  }

  /** Something was deleted in a workspace. */
  due(workspaceId: string, delay = DELAY): void {
    if (this.#options.closing.aborted) return
    clearTimeout(this.#timers.get(workspaceId))
    const timer = setTimeout(() => this.#begin(workspaceId), delay)
    timer.unref()
    this.#timers.set(workspaceId, timer)
  }

  /** Sweeps what is due without waiting any longer. */
  async settle(): Promise<void> {
    for (const workspaceId of this.#timers.keys()) this.#begin(workspaceId)
    await this.#last
  }

  /** Resolves when nothing is being swept. */
  ended(): Promise<void> {
    return this.#last
  }

  #begin(workspaceId: string): void {
    clearTimeout(this.#timers.get(workspaceId))
    this.#timers.delete(workspaceId)
    this.#last = this.#last.then(() => this.#run(workspaceId))
  }

  async #run(workspaceId: string): Promise<void> {
    const { run, report, grace, closing } = this.#options
    if (closing.aborted) return
    try {
      const waiting = await run(workspaceId)
      if (waiting > 0) this.due(workspaceId, grace + DELAY)
    } catch (error) {
      if (!closing.aborted)
        report(
          `Texts that nothing refers to were not swept: ${error instanceof Error ? error.message : String(error)}`,
        )
    }
  }
}
