import { availableParallelism } from 'node:os'
import type { Prepare } from '../preparing/file-group.ts'
import { ParseThreads } from './parse-threads.ts'
import type { PrepareAheadOptions } from '../preparing/prepare-ahead.ts'
import type { GroupOptions } from '../preparing/prepare-group.ts'
import type { FileJob } from '../preparing/prepared-file.ts'

/** So few files are parsed before a thread for them has loaded. */
const FEW = { files: 2000, bytes: 8 * 1024 * 1024 } as const
const GROUP_MILLISECONDS = 120_000
const MOST_THREADS = 3

/** As an index sees them. */
export type Parsers = Pick<FileParsers, 'for' | 'early' | 'end'>

/** Whoever parses files for an index: threads where there is much to do, and else the one that asks. */
export class FileParsers {
  #threads: ParseThreads | undefined
  #helps = false
  #ending: Promise<unknown> = Promise.resolve()

  for(
    jobs: readonly FileJob[],
    options: GroupOptions,
  ): Pick<PrepareAheadOptions, 'prepare' | 'threads' | 'helps'> {
    // What does not lie on a disk can be asked for by one thread only.
    if (isMuch(jobs) && !options.read) this.#threads ??= startThreads()
    const threads = options.read ? undefined : this.#threads
    return {
      // Loaded where it is needed: a thread that only writes is ready the sooner.
      prepare: async (group) => (await import('../preparing/prepare-group.ts')).prepareGroup(group, options),
      threads: threads && {
        count: threads.count,
        loaded: () => threads.loaded(),
        prepare: (group) => threads.prepare(group, options),
      },
      helps: this.#helps,
    }
  }

  /** For the first files of a folder without an index; undefined where there is nobody to do it. */
  early(options: GroupOptions): Prepare | undefined {
    const threads = this.#threads
    return threads && ((group) => threads.prepare(group, options))
  }

  /** Before there is something for them to do; there is time for the thread that asks to load its own parser too. */
  startAhead(): void {
    this.#helps = true
    this.#threads ??= startThreads()
  }

  /** Ends the threads. Nobody need wait for that except who closes all. */
  end(): Promise<unknown> {
    const threads = this.#threads
    this.#threads = undefined
    this.#ending = Promise.all([this.#ending, threads?.close()])
    return this.#ending
  }
}

function startThreads(): ParseThreads {
  const threads = Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1))
  return new ParseThreads({ threads, milliseconds: GROUP_MILLISECONDS })
}

function isMuch(jobs: readonly FileJob[]): boolean {
  const bytes = jobs.reduce((sum, job) => sum + job.file.bytes, 0)
  return jobs.length > FEW.files || bytes > FEW.bytes
}
