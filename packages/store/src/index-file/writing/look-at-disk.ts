import { setImmediate } from 'node:timers/promises'
import {
  type Dirty,
  type FoldersWatch,
  type IgnoreRules,
  loadIgnoreReader,
  scanFolder,
  type ScannedFile,
  type ScannedFolder,
} from '@varve/workspace/indexing'

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
}

export interface LookOptions {
  readonly realRoot: string
  readonly maximumFiles: number
  /** Where folders are watched: each one from before it is looked into, so that nothing slips between. */
  readonly watch: FoldersWatch | undefined
  /** Whoever wants only to begin with something stops at so many files; what then is known of folders is not whole. */
  readonly enough?: number
}

/** Far beyond any workspace, and a bound on what a path can cost. */
const MAXIMUM_DEPTH = 100
const FOLDERS_BETWEEN_PAUSES = 64

/** Walks the whole folder, or folders in which something happened together with what is new below them. */
export async function lookAtDisk(dirty: Dirty, options: LookOptions): Promise<DiskLook> {
  const look = new Look(options)
  if (dirty === 'everything') {
    await look.walkAll()
    options.watch
      ?.paths()
      .filter((path) => !look.has(path))
      .forEach((path) => options.watch?.remove(path))
    return look.result()
  }
  for (const path of [...dirty].sort()) await look.lookInto(path)
  return look.result()
}

interface RuledFolder extends ScannedFolder {
  /** Rules of the folders above it; undefined for none. */
  readonly rules: IgnoreRules | undefined
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
    return {
      files: this.#files,
      folders: [...this.#folders],
      gone: [...this.#gone],
      unread: this.#unread,
      problems: this.#isTruncated ? [...this.#problems, this.#tooMany()] : this.#problems,
    }
  }

  #tooMany(): DiskLook['problems'][number] {
    const { maximumFiles } = this.#options
    const reason = `Only the first ${maximumFiles.toLocaleString('en-US')} files are indexed.`
    return { path: '.', reason }
  }

  /** One folder, without those below it that are watched already. */
  async lookInto(path: string): Promise<void> {
    const { watch } = this.#options
    const place = watch?.place(path)
    if (watch === undefined || place === undefined || this.#folders.has(path)) return
    const below = watch.below(path)
    const found = await this.#scan({ path, place, inode: -1, rules: await this.#rulesOf(path) })
    if (found === undefined) return this.#lose(path)
    const paths = new Set(found.map((folder) => folder.path))
    for (const known of below) if (!paths.has(known)) this.#lose(known)
    await this.#walk(found.filter((folder) => !watch.has(folder)))
  }

  walkAll(): Promise<void> {
    return this.#walk([{ path: '', place: '', inode: -1, rules: undefined }])
  }

  async #walk(start: readonly RuledFolder[]): Promise<void> {
    const { watch } = this.#options
    const waiting = [...start]
    for (let next = waiting.pop(), count = 1; next && this.#wanted() !== 0; next = waiting.pop(), count++) {
      // Another folder under a known name: nothing that was below it says anything of this one.
      if (watch?.place(next.path) !== undefined && !watch.has(next)) watch.remove(next.path)
      watch?.add(next)
      waiting.push(...((await this.#scan(next)) ?? []))
      if (count % FOLDERS_BETWEEN_PAUSES === 0) await setImmediate()
    }
  }

  /** How many files are still to be found; undefined for all that there are. */
  #wanted(): number | undefined {
    const { enough } = this.#options
    return enough === undefined ? undefined : Math.max(0, enough - this.#files.size)
  }

  #lose(path: string): void {
    this.#gone.add(path)
    this.#options.watch?.remove(path)
  }

  /** The folders below; undefined where it is gone. */
  async #scan(folder: RuledFolder): Promise<readonly RuledFolder[] | undefined> {
    const { realRoot } = this.#options
    const most = this.#wanted()
    const scan = scanFolder({ realRoot, folder, ...(most === undefined ? {} : { most }) })
    if (scan === undefined) return undefined
    const rules = scan.hasIgnoreFiles ? await this.#rulesOf(folder.path) : folder.rules
    this.#folders.add(folder.path)
    this.#gone.delete(folder.path)
    this.#problems.push(...scan.problems)
    if (scan.hasIgnoreFiles)
      for (const reason of rules?.problems ?? []) this.#problems.push({ path: folder.path || '.', reason })
    if (scan.isUnread) this.#unread.push(folder.path)
    for (const file of scan.files) if (!rules?.ignores(file.path, 'file')) this.#addFile(file)
    return this.#enter(scan.folders, rules)
  }

  async #rulesOf(folder: string): Promise<IgnoreRules> {
    const loadIgnoreRules = await loadIgnoreReader()
    return loadIgnoreRules(this.#options.realRoot, folder)
  }

  #enter(folders: readonly ScannedFolder[], rules: IgnoreRules | undefined): readonly RuledFolder[] {
    const entered = folders.filter(({ path }) => !rules?.ignores(path, 'folder'))
    const deep = entered.filter(({ path }) => path.split('/').length > MAXIMUM_DEPTH)
    for (const { path } of deep)
      this.#problems.push({ path, reason: `"${path}" is nested too deeply to be looked into.` })
    return entered.filter((folder) => !deep.includes(folder)).map((folder) => ({ ...folder, rules }))
  }

  #addFile(file: ScannedFile): void {
    if (this.#files.size >= this.#options.maximumFiles) {
      this.#isTruncated = true
      return
    }
    this.#files.set(file.path, file)
  }
}
