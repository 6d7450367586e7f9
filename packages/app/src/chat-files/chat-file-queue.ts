/** So that a rename right behind an answer is one write. */
const SHORTEST_DELAY = 300
/** A long chat, whose file takes long, is written less often. */
const DELAY_FACTOR = 4

export interface ChatFileQueueOptions {
  /** Writes what is due in one workspace. It does not fail: what goes wrong it tells by itself. */
  readonly run: (workspaceId: string) => Promise<void>
  /** Milliseconds from any start. */
  readonly timer: () => number
}

/** When chat files are written: soon after a change, one workspace at a time, and never while somebody waits for it. */
export class ChatFileQueue {
  readonly #options: ChatFileQueueOptions
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #delays = new Map<string, number>()
  #last: Promise<void> = Promise.resolve()

  constructor(options: ChatFileQueueOptions) {
    this.#options = options
  }

  /** Something has changed in a workspace. */
  due(workspaceId: string): void {
    // The first change counts: where one follows another without end, the file would never be written.
    if (this.#timers.has(workspaceId)) return
    const delay = Math.max(SHORTEST_DELAY, this.#delays.get(workspaceId) ?? 0)
    const timer = setTimeout(() => this.#begin(workspaceId), delay)
    timer.unref()
    this.#timers.set(workspaceId, timer)
  }

  /** Looks for what was left undone, in front of everything else. */
  start(find: () => Promise<readonly string[]>): void {
    this.#last = this.#last.then(async () => {
      for (const workspaceId of await find()) await this.#run(workspaceId)
    })
  }

  /** Writes what is due without waiting any longer; resolves when all of it has been tried. */
  async settle(): Promise<void> {
    for (const workspaceId of this.#timers.keys()) this.#begin(workspaceId)
    await this.#last
  }

  /** Does something while nothing is being written, behind what is being written now. */
  whileQuiet<Result>(act: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(act)
    this.#last = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }

  #begin(workspaceId: string): void {
    clearTimeout(this.#timers.get(workspaceId))
    this.#timers.delete(workspaceId)
    this.#last = this.#last.then(() => this.#run(workspaceId))
  }

  async #run(workspaceId: string): Promise<void> {
    const { run, timer } = this.#options
    const start = timer()
    await run(workspaceId)
    this.#delays.set(workspaceId, (timer() - start) * DELAY_FACTOR)
  }
}
