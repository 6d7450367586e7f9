/** So that a rename right behind an answer is one write. */
const SHORTEST_DELAY = 300
/** A long chat, whose file takes long, is written less often. */
const DELAY_FACTOR = 4

/** Failed writes are retried automatically: a folder that was missing comes back without notice. */
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 15_000
/** If trying takes long, as in a read-only folder with many chats, it is done rarely. */
const PAUSE_FACTOR = 50

/** `behind`: something could not be written that may be later. */
export type ChatFilesTried = 'written' | 'behind'

export interface ChatFileQueueOptions {
  /**
   * Writes what is due in one workspace. It does not fail: what goes wrong it tells by itself, and not again where it
   * has just been tried in vain.
   */
  readonly run: (workspaceId: string, isAgain: boolean) => Promise<ChatFilesTried>
  /** Milliseconds from any start. */
  readonly timer: () => number
  /** Nothing is tried again once the program ends. */
  readonly closing: AbortSignal
}

/**
 * Decides when chat files are written: soon after a change, one workspace at a time, and never while the user
 * waits.
 */
export class ChatFileQueue {
  readonly #options: ChatFileQueueOptions
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #delays = new Map<string, number>()
  /** Where something could not be written: how long is waited before it is tried again. */
  readonly #pauses = new Map<string, number>()
  readonly #retries = new Map<string, NodeJS.Timeout>()
  #last: Promise<void> = Promise.resolve()
  #isLeft = false

  constructor(options: ChatFileQueueOptions) {
    this.#options = options
  }

  /** Something has changed in a workspace. */
  due(workspaceId: string): void {
    // The first change counts: where one follows another without end, the file would never be written.
    if (this.#timers.has(workspaceId)) return
    const delay = Math.max(SHORTEST_DELAY, this.#delays.get(workspaceId) ?? 0)
    this.#timers.set(workspaceId, this.#beginIn(workspaceId, delay))
  }

  /** Looks for what was left undone, in front of everything else. */
  start(find: () => Promise<readonly string[]>): void {
    this.#last = this.#last.then(async () => {
      for (const workspaceId of await find()) await this.#run(workspaceId)
    })
  }

  /** Writes what is due without waiting any longer; resolves when all of it has been tried. */
  async settle(): Promise<void> {
    for (const workspaceId of new Set([...this.#timers.keys(), ...this.#retries.keys()]))
      this.#begin(workspaceId)
    await this.#last
  }

  /** As `settle`, for someone who has only so many milliseconds. The next start writes the rest: it stays due. */
  async settleWithin(milliseconds: number): Promise<void> {
    const patience = setTimeout(() => (this.#isLeft = true), milliseconds)
    await this.settle()
    clearTimeout(patience)
  }

  /** No further file is to be begun. */
  get isLeft(): boolean {
    return this.#isLeft
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

  #beginIn(workspaceId: string, milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#begin(workspaceId), milliseconds).unref()
  }

  #begin(workspaceId: string): void {
    for (const waiting of [this.#timers, this.#retries]) {
      clearTimeout(waiting.get(workspaceId))
      waiting.delete(workspaceId)
    }
    this.#last = this.#last.then(() => this.#run(workspaceId))
  }

  async #run(workspaceId: string): Promise<void> {
    const { run, timer, closing } = this.#options
    const start = timer()
    const pause = this.#pauses.get(workspaceId)
    const outcome = await run(workspaceId, pause !== undefined)
    const took = timer() - start
    this.#delays.set(workspaceId, took * DELAY_FACTOR)
    if (outcome === 'written' || closing.aborted) {
      this.#pauses.delete(workspaceId)
      return
    }
    const next = Math.min(LONGEST_PAUSE, pause === undefined ? FIRST_PAUSE : 2 * pause)
    this.#pauses.set(workspaceId, next)
    clearTimeout(this.#retries.get(workspaceId))
    this.#retries.set(workspaceId, this.#beginIn(workspaceId, Math.max(next, took * PAUSE_FACTOR)))
  }
}
