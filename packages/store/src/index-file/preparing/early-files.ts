import type { FileStamp, ScannedFile } from '@varve/workspace/indexing'
import { FileGroup, type Prepare } from './file-group.ts'
import type { FileJob, Prepared } from './prepared-file.ts'

const GROUP_FILES = 25
/** What is larger waits until all files are known, and groups are made by their size. */
const MOST_BYTES = 64 * 1024

/**
 * Small notes of a folder without an index that threads prepare while its file is still being made and the folder walked. What
 * is not as it was by then is prepared again with the others.
 */
export class EarlyFiles {
  readonly #seen = new Map<string, ScannedFile>()
  #groups: readonly FileGroup[]
  #changed: ReadonlySet<string> = new Set()

  constructor(files: Iterable<ScannedFile>, prepare: Prepare) {
    const groups: FileGroup[] = []
    let jobs: FileJob[] = []
    for (const file of files) {
      if (file.kind !== 'note' || file.bytes > MOST_BYTES) continue
      this.#seen.set(file.path, file)
      if (jobs.push({ file, knownHash: '' }) < GROUP_FILES) continue
      groups.push(new FileGroup(prepare(jobs)))
      jobs = []
    }
    if (jobs.length > 0) groups.push(new FileGroup(prepare(jobs)))
    this.#groups = groups
  }

  /** What of them is still true, once all files are known. */
  get groups(): readonly FileGroup[] {
    return this.#groups
  }

  has(path: string): boolean {
    return this.#seen.has(path) && !this.#changed.has(path)
  }

  /** Takes back those that are not among the files any more, or with another stamp. */
  confirm(files: ReadonlyMap<string, ScannedFile>): void {
    const changed = new Set<string>()
    for (const [path, file] of this.#seen) if (!isSame(file, files.get(path))) changed.add(path)
    if (changed.size === 0) return
    const isTrue = ({ path }: Prepared): boolean => !changed.has(path)
    this.#changed = changed
    this.#groups = this.#groups.map(
      ({ prepared }) => new FileGroup(prepared.then((group) => group.filter(isTrue))),
    )
  }
}

function isSame(a: FileStamp, b: FileStamp | undefined): boolean {
  return a.changed === b?.changed && a.bytes === b.bytes && a.modified === b.modified && a.inode === b.inode
}
