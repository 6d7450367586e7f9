import { setImmediate } from 'node:timers/promises'
import type { FileJob, Prepared } from './prepared-file.ts'
import type { RunGate } from './run-gate.ts'

type Prepare = (jobs: readonly FileJob[]) => Promise<readonly Prepared[]>

export interface PrepareAheadOptions {
  /** In this thread. */
  readonly prepare: Prepare
  readonly threads?: PreparingThreads | undefined
  readonly gate: RunGate
}

/** Others that prepare files meanwhile. */
export interface PreparingThreads {
  readonly count: number
  /** Until then whatever is given to them waits. */
  readonly isReady: () => boolean
  readonly prepare: Prepare
}

interface GroupSize {
  readonly files: number
  readonly bytes: number
}

const GROUP: GroupSize = { files: 200, bytes: 2 * 1024 * 1024 }
/** The first ones are small, so that there soon is something to write. */
const FIRST_FILES = 25
/** What this thread prepares itself: it has other things to attend to. */
const OWN_GROUP: GroupSize = { files: 25, bytes: 256 * 1024 }
const GROUPS_A_THREAD = 4
const MOST_OWN = 4

interface Group {
  readonly prepared: Promise<readonly Prepared[]>
  isDone: boolean
}

/**
 * Files as groups, in their order, some being prepared while one is written. Where there would be nothing to do but
 * wait for the threads, a small group is prepared here.
 */
export async function* prepareAhead(
  jobs: readonly FileJob[],
  options: PrepareAheadOptions,
): AsyncGenerator<readonly Prepared[]> {
  const { gate } = options
  const ahead = new GroupsAhead(jobs, options)
  for (;;) {
    if (!gate.isPaused) ahead.fillThreads()
    const next = ahead.takeIfDone()
    if (next) yield await next
    else if (!gate.isPaused && ahead.mayPrepareHere) await gate.unlessStopped(ahead.prepareHere())
    else if (ahead.size > 0) await gate.unlessStopped(ahead.first())
    else if (gate.isPaused) await gate.pass()
    else return
  }
}

class GroupsAhead {
  readonly #options: PrepareAheadOptions
  readonly #jobs: readonly FileJob[]
  readonly #groups: Group[] = []
  readonly #most: number
  #taken = 0
  #size: GroupSize

  constructor(jobs: readonly FileJob[], options: PrepareAheadOptions) {
    this.#jobs = jobs
    this.#options = options
    this.#most = Math.max(1, (options.threads?.count ?? 0) * GROUPS_A_THREAD)
    this.#size = { ...GROUP, files: FIRST_FILES }
  }

  get size(): number {
    return this.#groups.length
  }

  /** A PDF is left to the threads where there are any: it may take long. */
  get mayPrepareHere(): boolean {
    const next = this.#jobs[this.#taken]
    if (!next || this.#groups.length >= this.#most + MOST_OWN) return false
    return !this.#options.threads || next.file.kind !== 'pdf'
  }

  fillThreads(): void {
    const { threads } = this.#options
    for (;;) {
      const next = this.#jobs[this.#taken]
      if (!threads || !next || this.#groups.length >= this.#most) return
      if (!threads.isReady() && next.file.kind !== 'pdf') return
      this.#add(threads.prepare(this.#take(this.#size)))
      this.#size = { ...GROUP, files: Math.min(GROUP.files, this.#size.files * 2) }
    }
  }

  /** Done when the group is, and threads had the chance to say that theirs are. */
  async prepareHere(): Promise<void> {
    const { threads, prepare } = this.#options
    const group = this.#add(prepare(this.#take(threads ? OWN_GROUP : GROUP)))
    await group.prepared
    await setImmediate()
  }

  takeIfDone(): Promise<readonly Prepared[]> | undefined {
    return this.#groups[0]?.isDone ? this.#groups.shift()?.prepared : undefined
  }

  async first(): Promise<void> {
    await this.#groups[0]?.prepared
  }

  #add(prepared: Promise<readonly Prepared[]>): Group {
    const group: Group = { prepared, isDone: false }
    const done = (): void => {
      group.isDone = true
    }
    // What went wrong is told to whoever takes it in its turn.
    prepared.then(done, done)
    this.#groups.push(group)
    return group
  }

  #take(size: GroupSize): readonly FileJob[] {
    const from = this.#taken
    let bytes = 0
    for (let next = this.#jobs[from]; next; next = this.#jobs[this.#taken]) {
      this.#taken++
      bytes += next.file.bytes
      // Each PDF by itself: what was read before is not kept waiting by it.
      if (this.#taken - from >= size.files || bytes >= size.bytes || next.file.kind === 'pdf') break
    }
    return this.#jobs.slice(from, this.#taken)
  }
}
