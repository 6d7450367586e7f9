import { setImmediate } from 'node:timers/promises'
import { FileGroup, type Prepare } from './file-group.ts'
import type { FileJob, Prepared } from './prepared-file.ts'
import type { RunGate } from './run-gate.ts'

export interface PrepareAheadOptions {
  /** In this thread. */
  readonly prepare: Prepare
  readonly threads?: PreparingThreads | undefined
  /** This thread has what it takes loaded, and prepares some itself where it would have to wait for the others. */
  readonly helps?: boolean
  /** Groups of other files that are under way already; they come first. */
  readonly early?: readonly FileGroup[]
  readonly gate: RunGate
}

/** Others that prepare files meanwhile. */
export interface PreparingThreads {
  readonly count: number
  /** Whether one of them has loaded; done when it has, or when none ever will. */
  readonly loaded: () => Promise<boolean>
  readonly prepare: Prepare
}

const GROUP = { files: 200, bytes: 2 * 1024 * 1024 } as const
/** The first ones are small, so that there soon is something to write. */
const FIRST_FILES = 25
const GROUPS_A_THREAD = 4
/** Of few files too a group is a small part: whoever is done last has little more to do than the others. */
const GROUPS_AT_LEAST = 20
/** What this thread takes for itself: no more than it can be away for, and nothing that may take long. */
const OWN = { files: 16, bytes: 64 * 1024 } as const

/**
 * Files as groups, about in their order, some being prepared while one is written: by threads where there are any, so that
 * this one need not load what parses, nor run it until it is quick.
 */
export async function* prepareAhead(
  jobs: readonly FileJob[],
  options: PrepareAheadOptions,
): AsyncGenerator<readonly Prepared[]> {
  const { gate } = options
  if (jobs.length === 0 && !options.early?.length) return
  const threads = (await gate.unlessStopped(hasLoaded(options.threads))) ? options.threads : undefined
  const ahead = new GroupsAhead(jobs, threads ?? { count: 0, prepare: options.prepare }, options.early)
  // What came while this thread was busy elsewhere is ready too.
  if (options.early?.length) await setImmediate()
  for (;;) {
    if (!gate.isPaused) ahead.fill()
    const own = threads && options.helps && !gate.isPaused ? ahead.takeOwn() : []
    if (own.length > 0) {
      yield await gate.unlessStopped(options.prepare(own))
      continue
    }
    const next = ahead.take()
    if (next) yield await gate.unlessStopped(next.prepared)
    else if (gate.isPaused) await gate.pass()
    else return
  }
}

async function hasLoaded(threads: PreparingThreads | undefined): Promise<boolean> {
  return threads !== undefined && threads.loaded()
}

class GroupsAhead {
  readonly #jobs: readonly FileJob[]
  readonly #prepare: Prepare
  readonly #groups: FileGroup[]
  readonly #most: number
  readonly #mostFiles: number
  #taken = 0
  #files = FIRST_FILES

  constructor(
    jobs: readonly FileJob[],
    { count, prepare }: Pick<PreparingThreads, 'count' | 'prepare'>,
    early: readonly FileGroup[] = [],
  ) {
    this.#jobs = jobs
    this.#groups = [...early]
    this.#prepare = prepare
    this.#most = Math.max(1, count * GROUPS_A_THREAD)
    this.#mostFiles = Math.min(GROUP.files, Math.max(FIRST_FILES, Math.ceil(jobs.length / GROUPS_AT_LEAST)))
  }

  fill(): void {
    while (this.#groups.length < this.#most && this.#taken < this.#jobs.length) {
      this.#groups.push(new FileGroup(this.#prepare(this.#next())))
      this.#files = Math.min(this.#mostFiles, this.#files * 2)
    }
  }

  take(): FileGroup | undefined {
    return this.#groups.shift()
  }

  /** A few small notes, where nothing is ready to be taken; none where all are under way. */
  takeOwn(): readonly FileJob[] {
    if (this.#groups[0]?.isReady !== false) return []
    const from = this.#taken
    let bytes = 0
    for (let next = this.#jobs[from]; next?.file.kind === 'note'; next = this.#jobs[this.#taken]) {
      bytes += next.file.bytes
      if (bytes > OWN.bytes || this.#taken - from >= OWN.files) break
      this.#taken++
    }
    return this.#jobs.slice(from, this.#taken)
  }

  #next(): readonly FileJob[] {
    const from = this.#taken
    let bytes = 0
    for (let next = this.#jobs[from]; next; next = this.#jobs[this.#taken]) {
      this.#taken++
      bytes += next.file.bytes
      // Each PDF by itself: what was read before is not kept waiting by it.
      if (this.#taken - from >= this.#files || bytes >= GROUP.bytes || next.file.kind === 'pdf') break
    }
    return this.#jobs.slice(from, this.#taken)
  }
}
