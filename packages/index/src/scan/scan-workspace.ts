import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { FileKind } from '@varve/workspace'
import { type IgnoreRules, loadIgnoreRules } from '@varve/workspace/notes'
import type { Dirty, FoldersWatch } from '../watch/watch-folders.ts'
import { folderIdentity } from './read-settled-file.ts'
import { scanFolder, type ScannedFile, type ScannedFolder } from './scan-folder.ts'
import { folderOf } from '../database/names.ts'
import { IndexError } from '../index-error.ts'
import type { FileJob } from '../parse/rows.ts'

export interface WorkspaceScan {
  /** Every file in the folders that were scanned. */
  readonly files: ReadonlyMap<string, ScannedFile>
  /** Folders whose own files are all in `files`. */
  readonly folders: readonly string[]
  /** Folders that were removed or replaced: only what is in `files` remains below them. */
  readonly gone: readonly string[]
  /** Folders that exist but can't be read: their known content stays. */
  readonly unread: readonly string[]
  readonly problems: readonly { readonly path: string; readonly reason: string }[]
}

export interface ScanOptions {
  readonly realRoot: string
  readonly maximumFiles: number
  /** Where folders are watched: each one from before it is scanned, so that nothing slips between. */
  readonly watch: FoldersWatch | undefined
}

/** Far beyond any workspace, and a bound on what a path can cost. */
const MAXIMUM_DEPTH = 100
const FOLDERS_BETWEEN_PAUSES = 64

/** Walks the whole folder, or folders in which something happened together with what is new below them. */
export async function scanWorkspace(dirty: Dirty, options: ScanOptions): Promise<WorkspaceScan> {
  const { realRoot, watch } = options
  const scan = new Scan(options)
  watch?.moveTo(realRoot)
  const root = { path: '', place: '', identity: folderIdentity(lstatSync(realRoot)) }
  try {
    if (dirty === 'everything' || !watch?.has(root)) await scan.everything(root)
    else for (const path of [...dirty].sort()) await scan.folder(path)
  } catch (error) {
    // Half of it may be watched by now: the next scan begins again.
    watch?.remove('')
    throw error
  }
  return scan.result()
}

export interface Changes {
  /** Files to read: new ones, and those whose stamp is not the known one. */
  readonly jobs: readonly FileJob[]
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** Notes can be found first; what takes long to read comes last. */
const ORDER: Readonly<Record<FileKind, number>> = { note: 0, file: 1, image: 2, pdf: 3 }

/** The differences between the disk and the index, found without reading a file. */
export function findChanges(connection: DatabaseSync, scan: WorkspaceScan, isWhole: boolean): Changes {
  const jobs: FileJob[] = []
  const removed: string[] = []
  const known = new Set<string>()
  const unread = scan.unread.map((folder) => (folder === '' ? '' : `${folder}/`))
  for (const row of knownRows(connection, scan, isWhole)) {
    const path = String(row['path'])
    if (known.has(path)) continue
    const file = scan.files.get(path)
    known.add(path)
    if (file === undefined) {
      if (!unread.some((folder) => path.startsWith(folder))) removed.push(path)
    } else if (
      row['changed'] !== file.changed ||
      row['bytes'] !== file.bytes ||
      row['modified'] !== file.modified ||
      row['inode'] !== file.inode
    )
      jobs.push({ file, knownHash: row['kind'] === file.kind ? String(row['hash']) : '' })
  }
  const added = [...scan.files.values()].filter(({ path }) => !known.has(path))
  for (const file of added) jobs.push({ file, knownHash: '' })
  return { jobs: jobs.sort(inOrder), added: added.map(({ path }) => path), removed }
}

function inOrder(a: FileJob, b: FileJob): number {
  return ORDER[a.file.kind] - ORDER[b.file.kind] || (a.file.path < b.file.path ? -1 : 1)
}

function* knownRows(
  connection: DatabaseSync,
  scan: WorkspaceScan,
  isWhole: boolean,
): Generator<Readonly<Record<string, unknown>>> {
  const select = 'select path, kind, bytes, modified, changed, inode, hash from files'
  if (isWhole || scan.gone.includes('')) {
    yield* connection.prepare(select).iterate()
    return
  }
  const direct = connection.prepare(`${select} where folder = ?`)
  for (const folder of scan.folders) yield* direct.iterate(folder)
  // '0' is the character after '/', so this is everything below.
  const below = connection.prepare(`${select} where path >= ? and path < ?`)
  for (const folder of scan.gone) yield* below.iterate(`${folder}/`, `${folder}0`)
}

interface FoundFolder extends ScannedFolder {
  /** Rules of the folders above it; undefined for none. */
  readonly rules: IgnoreRules | undefined
}

class Scan {
  readonly #options: ScanOptions
  readonly #files = new Map<string, ScannedFile>()
  readonly #folders = new Set<string>()
  readonly #gone = new Set<string>()
  readonly #unread: string[] = []
  readonly #problems: { path: string; reason: string }[] = []
  #isTruncated = false

  constructor(options: ScanOptions) {
    this.#options = options
  }

  result(): WorkspaceScan {
    const { maximumFiles } = this.#options
    if (this.#isTruncated) {
      const reason = `Only the first ${maximumFiles.toLocaleString('en-US')} files are indexed.`
      this.#problems.push({ path: '.', reason })
    }
    return {
      files: this.#files,
      folders: [...this.#folders],
      gone: [...this.#gone],
      unread: this.#unread,
      problems: this.#problems,
    }
  }

  /** One folder, without those below it that are watched already. */
  async folder(path: string): Promise<void> {
    const { watch } = this.#options
    const place = watch?.place(path)
    if (watch === undefined || place === undefined || this.#folders.has(path)) return
    // If the folder was replaced, scanning its parent shows what happened.
    if (path !== '' && !this.#isWatched(path, place)) return this.folder(folderOf(path))
    const below = watch.below(path)
    const found = await this.#list(path, place, await this.#rulesOf(path))
    if (found === undefined) return this.#lose(path)
    const paths = new Set(found.map((folder) => folder.path))
    for (const known of below) if (!paths.has(known)) this.#lose(known)
    const others = found.filter((folder) => !watch.has(folder))
    // Rows below another folder of the same name say nothing about this one.
    for (const folder of others) this.#lose(folder.path)
    await this.#walk(others)
  }

  async everything(root: ScannedFolder): Promise<void> {
    this.#gone.add('')
    await this.#walk([{ ...root, rules: undefined }])
    const { watch } = this.#options
    for (const path of watch?.paths() ?? []) if (!this.#folders.has(path)) watch?.remove(path)
  }

  async #walk(start: readonly FoundFolder[]): Promise<void> {
    const { watch } = this.#options
    const waiting = [...start]
    for (let next = waiting.pop(), count = 1; next; next = waiting.pop(), count++) {
      if (watch?.place(next.path) !== undefined && !watch.has(next)) watch.remove(next.path)
      watch?.add(next)
      const below = await this.#list(next.path, next.place, next.rules)
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

  #lose(path: string): void {
    // Its known content stays until it is back: it may be on a disconnected disk.
    if (path === '') throw new IndexError('input-output', 'The folder of the workspace is not there.')
    this.#gone.add(path)
    this.#options.watch?.remove(path)
  }

  /** Reads the files of one folder and returns its subfolders; undefined if it was removed. */
  async #list(
    path: string,
    place: string,
    rulesAbove: IgnoreRules | undefined,
  ): Promise<readonly FoundFolder[] | undefined> {
    const { realRoot, maximumFiles } = this.#options
    const scan = scanFolder({ realRoot, folder: { path, place } })
    if (scan === undefined) return undefined
    const rules = scan.hasIgnoreFiles ? await this.#rulesOf(path) : rulesAbove
    this.#folders.add(path)
    const isLeftOut = (name: string): boolean =>
      rules !== undefined && (rules.ignores(name, 'file') || rules.ignores(name, 'folder'))
    this.#problems.push(...scan.problems.filter((problem) => scan.isUnread || !isLeftOut(problem.path)))
    if (scan.hasIgnoreFiles)
      for (const reason of rules?.problems ?? []) this.#problems.push({ path: path || '.', reason })
    if (scan.isUnread) this.#unread.push(path)
    for (const file of scan.files) {
      if (rules?.ignores(file.path, 'file')) continue
      if (this.#files.size < maximumFiles) this.#files.set(file.path, file)
      else this.#isTruncated = true
    }
    return this.#enter(scan.folders, rules)
  }

  #rulesOf(folder: string): Promise<IgnoreRules> {
    return loadIgnoreRules(this.#options.realRoot, folder)
  }

  #enter(folders: readonly ScannedFolder[], rules: IgnoreRules | undefined): readonly FoundFolder[] {
    const entered: FoundFolder[] = []
    for (const folder of folders) {
      if (rules?.ignores(folder.path, 'folder')) continue
      if (folder.path.split('/').length <= MAXIMUM_DEPTH) entered.push({ ...folder, rules })
      else {
        const reason = `"${folder.path}" is nested too deeply to be looked into.`
        this.#problems.push({ path: folder.path, reason })
      }
    }
    return entered
  }
}
