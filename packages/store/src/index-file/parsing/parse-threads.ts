import { StoreError } from '../../store-error.ts'
import { ParseLane } from './parse-lane.ts'
import type { GroupOptions } from '../preparing/prepare-group.ts'
import type { FileJob, Prepared } from '../preparing/prepared-file.ts'

export interface ParseThreadsOptions {
  readonly threads: number
  /** The most that one group of files may take. */
  readonly milliseconds: number
}

/**
 * Groups of files go to threads in turn. A thread that dies or hangs over a file costs that file, not the index.
 */
export class ParseThreads {
  readonly #lanes: readonly ParseLane[]
  #next = 0

  constructor({ threads, milliseconds }: ParseThreadsOptions) {
    this.#lanes = Array.from({ length: threads }, () => new ParseLane(milliseconds))
  }

  get count(): number {
    return this.#lanes.length
  }

  /** Whether one of them has loaded; done when it has, or when none ever will. */
  async loaded(): Promise<boolean> {
    const first = Promise.any(this.#lanes.map((lane) => lane.loaded))
    return first.then(
      () => true,
      () => false,
    )
  }

  prepare(jobs: readonly FileJob[], options: GroupOptions): Promise<readonly Prepared[]> {
    const ready = this.#lanes.filter((lane) => lane.isReady)
    const lanes = ready.length > 0 ? ready : this.#lanes
    const lane = lanes[this.#next++ % lanes.length]
    if (!lane) throw new StoreError('failed', 'There is no thread to parse files.')
    return lane.prepare({ jobs, options })
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.close()))
  }
}
