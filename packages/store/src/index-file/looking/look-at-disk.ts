import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import {
  type Dirty,
  folderIdentity,
  type FoldersWatch,
  type IgnoreRules,
  loadIgnoreReader,
  scanFolder,
  type ScannedFile,
  type ScannedFolder,
} from '@varve/workspace/indexing'
import { StoreError } from '../../store-error.ts'
import { folderOf } from '../database/names.ts'

export interface DiskLook {
  /** Every file in the places that were looked at. */
  readonly files: ReadonlyMap<string, ScannedFile>
  /** Folders whose own files are all in `files`. */
  readonly folders: readonly string[]
  /** Folders that are gone, or are others than before: of all below them only what is in `files` is left. */
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
  const { realRoot, watch } = options
  const look = new Look(options)
  watch?.moveTo(realRoot)
  const root = { path: '', place: '', identity: folderIdentity(lstatSync(realRoot)) }
  try {
    if (dirty === 'everything' || !watch?.has(root)) await look.walkAll(root)
    else for (const path of [...dirty].sort()) await look.lookInto(path)
  } catch (error) {
    // Half of it may be watched by now: the next look begins anew.
    watch?.remove('')
    throw error
  }
  return look.result()
}

interface RuledFolder extends Pick<ScannedFolder, 'path' | 'place'> {
  /** Rules of the folders above it; undefined for none. */
  readonly rules: IgnoreRules | undefined
}

type FoundFolder = RuledFolder & ScannedFolder

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
    // What became of a folder that is not the watched one any more the folder above it knows.
    if (path !== '' && !this.#isWatched(path, place)) return this.lookInto(folderOf(path))
    const below = watch.below(path)
    const found = await this.#scan({ path, place, rules: await this.#rulesOf(path) })
    if (found === undefined) return this.#lose(path)
    const paths = new Set(found.map((folder) => folder.path))
    for (const known of below) if (!paths.has(known)) this.#lose(known)
    const others = found.filter((folder) => !watch.has(folder))
    // Nothing that was below another folder of the same name says anything of this one.
    for (const folder of others) this.#lose(folder.path)
    await this.#walk(others)
  }

  async walkAll(root: ScannedFolder): Promise<void> {
    this.#gone.add('')
    await this.#walk([{ ...root, rules: undefined }])
    const { watch } = this.#options
    for (const path of watch?.paths() ?? []) if (!this.#folders.has(path)) watch?.remove(path)
  }

  async #walk(start: readonly FoundFolder[]): Promise<void> {
    const { watch } = this.#options
    const waiting = [...start]
    for (let next = waiting.pop(), count = 1; next && this.#wanted() !== 0; next = waiting.pop(), count++) {
      if (watch?.place(next.path) !== undefined && !watch.has(next)) watch.remove(next.path)
      watch?.add(next)
      const below = await this.#scan(next)
      if (below === undefined) this.#lose(next.path)
      else waiting.push(...below)
      if (count % FOLDERS_BETWEEN_PAUSES === 0) await setImmediate()
    }
  }

  #isWatched(path: string, place: string): boolean {
    const { realRoot, watch } = this.#options
    try {
      const identity = folderIdentity(lstatSync(join(realRoot, place)))
      return watch?.has({ path, place, identity }) === true
    } catch {
      // Gone, or closed to us.
      return false
    }
  }

  /** How many files are still to be found; undefined for all that there are. */
  #wanted(): number | undefined {
    const { enough } = this.#options
    return enough === undefined ? undefined : Math.max(0, enough - this.#files.size)
  }

  #lose(path: string): void {
    // What is known of it stays until it is there again: it may be a disk that is not connected.
    if (path === '') throw new StoreError('input-output', 'The folder of the workspace is not there.')
    this.#gone.add(path)
    this.#options.watch?.remove(path)
  }

  /** The folders below; undefined where it is gone. */
  async #scan(folder: RuledFolder): Promise<readonly FoundFolder[] | undefined> {
    const { realRoot } = this.#options
    const most = this.#wanted()
    const scan = scanFolder({ realRoot, folder, ...(most === undefined ? {} : { most }) })
    if (scan === undefined) return undefined
    const rules = scan.hasIgnoreFiles ? await this.#rulesOf(folder.path) : folder.rules
    this.#folders.add(folder.path)
    const isLeftOut = (path: string): boolean =>
      rules !== undefined && (rules.ignores(path, 'file') || rules.ignores(path, 'folder'))
    this.#problems.push(...scan.problems.filter(({ path }) => scan.isUnread || !isLeftOut(path)))
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

  #enter(folders: readonly ScannedFolder[], rules: IgnoreRules | undefined): readonly FoundFolder[] {
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
