import { setImmediate } from 'node:timers/promises'
import {
  type Dirty,
  type FoldersWatch,
  scanFolder,
  type ScannedFile,
  type ScannedFolder,
} from '@varve/workspace'

export interface DiskLook {
  /** Every file in the places that were looked at. */
  readonly files: ReadonlyMap<string, ScannedFile>
  /** Folders whose own files are all in `files`. */
  readonly folders: readonly string[]
  /** Folders that are gone with all that was in them. */
  readonly gone: readonly string[]
  /** Folders that are there and cannot be looked into: what was known of them stays. */
  readonly unread: readonly string[]
  readonly problems: readonly { readonly path: string; readonly reason: string }[]
  readonly isTruncated: boolean
}

export interface LookOptions {
  readonly realRoot: string
  readonly maximumFiles: number
  readonly isIgnored?: (path: string, isFolder: boolean) => boolean
  /** Where folders are watched: each one from before it is looked into, so that nothing slips between. */
  readonly watch: FoldersWatch | undefined
}

const ROOT: Pick<ScannedFolder, 'path' | 'place'> = { path: '', place: '' }
const FOLDERS_BETWEEN_PAUSES = 64

/** Walks the whole folder, or folders in which something happened together with what is new below them. */
export async function lookAtDisk(dirty: Dirty, options: LookOptions): Promise<DiskLook> {
  const look = new Look(options)
  if (dirty === 'everything') {
    await look.walk([{ ...ROOT, inode: -1 }])
    options.watch
      ?.paths()
      .filter((path) => !look.has(path))
      .forEach((path) => options.watch?.remove(path))
    return look.result()
  }
  for (const path of [...dirty].sort()) await look.lookInto(path)
  return look.result()
}

class Look {
  readonly #options: LookOptions
  readonly #files = new Map<string, ScannedFile>()
  readonly #folders = new Set<string>()
  readonly #gone = new Set<string>()
  readonly #unread: string[] = []
  readonly #problems: { path: string; reason: string }[] = []
  #isTruncated = false

  constructor(options: LookOptions) {
    this.#options = options
  }

  has(folder: string): boolean {
    return this.#folders.has(folder)
  }

  result(): DiskLook {
    const { maximumFiles } = this.#options
    const reason = `Only the first ${maximumFiles.toLocaleString('en-US')} files are indexed.`
    return {
      files: this.#files,
      folders: [...this.#folders],
      gone: [...this.#gone],
      unread: this.#unread,
      problems: this.#isTruncated ? [...this.#problems, { path: '.', reason }] : this.#problems,
      isTruncated: this.#isTruncated,
    }
  }

  /** One folder, without those below it that are watched already. */
  async lookInto(path: string): Promise<void> {
    const { watch } = this.#options
    const place = watch?.place(path)
    if (watch === undefined || place === undefined || this.#folders.has(path)) return
    const below = watch.below(path)
    const folders = this.#scan({ path, place })
    if (folders === undefined) return this.#lose(path)
    const found = new Set(folders.map((folder) => folder.path))
    for (const known of below) if (!found.has(known)) this.#lose(known)
    await this.walk(folders.filter((folder) => !watch.has(folder)))
  }

  async walk(start: readonly ScannedFolder[]): Promise<void> {
    const waiting = [...start]
    for (let count = 1; waiting.length > 0; count++) {
      const next = waiting.pop()
      if (next === undefined) return
      // Another folder under a known name: nothing that was below it says anything of this one.
      if (next.inode >= 0 && this.#options.watch && !this.#options.watch.has(next))
        this.#options.watch.remove(next.path)
      this.#options.watch?.add(next)
      waiting.push(...(this.#scan(next) ?? []))
      if (count % FOLDERS_BETWEEN_PAUSES === 0) await setImmediate()
    }
  }

  #lose(path: string): void {
    this.#gone.add(path)
    this.#options.watch?.remove(path)
  }

  /** The folders below; undefined where it is gone. */
  #scan(folder: Pick<ScannedFolder, 'path' | 'place'>): readonly ScannedFolder[] | undefined {
    const { realRoot, isIgnored } = this.#options
    const scan = scanFolder({ realRoot, folder, ...(isIgnored ? { isIgnored } : {}) })
    if (scan === undefined) return undefined
    this.#folders.add(folder.path)
    this.#gone.delete(folder.path)
    this.#problems.push(...scan.problems)
    if (scan.isUnread) this.#unread.push(folder.path)
    for (const file of scan.files) this.#addFile(file)
    return scan.folders
  }

  #addFile(file: ScannedFile): void {
    if (this.#files.size >= this.#options.maximumFiles) this.#isTruncated = true
    else this.#files.set(file.path, file)
  }
}
