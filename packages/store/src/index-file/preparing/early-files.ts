import type { ScannedFile } from '@varve/workspace/indexing'
import { FileGroup, type Prepare } from './file-group.ts'
import type { FileJob } from './prepared-file.ts'

const GROUP_FILES = 25
/** Enough for as long as a small folder is walked; the rest is shared out when all files are known. */
const MOST_FILES = 200

/** Notes of a folder without an index that threads prepare while it is still being walked. */
export class EarlyFiles {
  readonly #prepare: Prepare
  readonly #groups: FileGroup[] = []
  readonly #paths = new Set<string>()
  #jobs: FileJob[] = []

  constructor(prepare: Prepare) {
    this.#prepare = prepare
  }

  get groups(): readonly FileGroup[] {
    return this.#groups
  }

  has(path: string): boolean {
    return this.#paths.has(path)
  }

  readonly add = (file: ScannedFile): void => {
    if (file.kind !== 'note' || this.#paths.size >= MOST_FILES) return
    this.#jobs.push({ file, knownHash: '' })
    if (this.#jobs.length < GROUP_FILES) return
    for (const job of this.#jobs) this.#paths.add(job.file.path)
    this.#groups.push(new FileGroup(this.#prepare(this.#jobs)))
    this.#jobs = []
  }
}
