import { type AnchoredFolder, anchorFolder } from '../path/anchor-folder.ts'
import type { Disk } from '../path/disk.ts'
import type { StoredFile } from './file-store.ts'
import type { VersionStore } from './versions/open-versions.ts'
import type { PendingFiles } from './versions/pending-files.ts'
import { type FoundFile, modifiedOf, readInFolder } from './read-in-folder.ts'
import { refuseHidden } from '../folder/name-problem.ts'
import { resolveInside } from '../path/resolve-inside.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { type FileKind, fileKind } from '../file-kind.ts'
import { titleOf } from '../link/file-names.ts'
import { parsePath, type ParsePathOptions } from '../path/parse-path.ts'
import { errorCode } from '../path/from-system.ts'

/** Shared by every action of a folder store. */
export interface StoreContext {
  readonly root: string
  readonly versions: VersionStore
  readonly pending: PendingFiles
  readonly disk: Disk
  readonly clock: () => number
  readonly newId: () => string
  readonly maximumFileBytes: number
  readonly byHandle: boolean
}

/** The location of an existing or future file. */
export interface FilePlace {
  readonly realRoot: string
  /** Existing folders, from the root down. */
  readonly folders: readonly string[]
  /** Folders that would have to be made. */
  readonly make: readonly string[]
  readonly name: string
  /** The path of the workspace, links followed: what versions and trash go by. */
  readonly path: string
  readonly isLink: boolean
}

/** Locates a file of a listed kind; everything else is refused. */
export async function locateFile({ root }: StoreContext, asked: string): Promise<FilePlace> {
  refuseHidden(asked)
  const { realRoot, names, missing, isLink } = await resolveInside(root, asked)
  const path = [...names, ...missing].join('/').normalize('NFC')
  // A link may stay inside and still lead to what is hidden.
  refuseHidden(path, asked)
  const all = [...names, ...missing]
  const name = all.at(-1)
  if (name === undefined) throw new WorkspaceError('not-a-file', asked, `"${asked}" is not a file.`)
  requireKind(name, asked)
  const isThere = missing.length === 0
  return {
    realRoot,
    folders: isThere ? names.slice(0, -1) : names,
    make: missing.slice(0, -1),
    name,
    path,
    isLink,
  }
}

/** Holds the folder of a file while `use` works in it; new folders are made first. */
export async function inFolderOf<Result>(
  context: StoreContext,
  place: FilePlace,
  use: (folder: AnchoredFolder) => Promise<Result>,
): Promise<Result> {
  const { realRoot, folders, make, path } = place
  const { disk, byHandle } = context
  const folder = await anchorFolder({ realRoot, names: folders, make, path, disk, byHandle })
  try {
    return await use(folder)
  } finally {
    await folder.close()
  }
}

/** The file at a place in its folder; undefined where there is none. */
export function findFile(
  context: StoreContext,
  place: FilePlace,
  folder: AnchoredFolder,
): Promise<FoundFile | undefined> {
  const { disk, maximumFileBytes: maximumBytes } = context
  return readInFolder({ folder, name: place.name, path: place.path, maximumBytes, disk })
}

/** A file as the store gives it out. */
export function storedFile(path: string, { bytes, contentHash, stats }: FoundFile): StoredFile {
  return { path, bytes, contentHash, modified: modifiedOf(stats) }
}

/** A file of a workspace by its path alone. */
export interface FilePath {
  /** NFC, with `/`. */
  readonly path: string
  readonly names: readonly string[]
  readonly kind: FileKind
  readonly title: string
}

/** Checks a path before looking for the file: the same in every store. */
export function parseFilePath(asked: string, options: ParsePathOptions): FilePath {
  refuseHidden(asked)
  const names = parsePath(asked, options)
  const path = names.join('/')
  // Hidden only in its normal form.
  refuseHidden(path, asked)
  const name = names.at(-1) ?? ''
  const kind = requireKind(name, asked)
  return { path, names, kind, title: titleOf(name, kind) }
}

/** The kind of a file by its name; other files than those that a listing names are refused. */
function requireKind(name: string, asked: string): FileKind {
  const kind = fileKind(name)
  if (kind) return kind
  throw new WorkspaceError(
    'not-text',
    asked,
    `"${asked}" is of a kind that Varve cannot read; notes, text, PDFs and images can be attached.`,
  )
}

/** Reasons why a folder stays: it isn't empty, isn't a folder, or is already removed. */
const STAYS: ReadonlySet<string> = new Set(['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'ENOENT', 'EBUSY', 'EPERM'])

/** Some systems say the one, some the other. */
const IS_FULL: ReadonlySet<string> = new Set(['ENOTEMPTY', 'EEXIST'])

/**
 * Removes those of these folders in which nothing is, the innermost first. The system refuses any other. Gives those
 * that still hold something.
 */
export async function removeEmptyFolders(
  context: StoreContext,
  paths: readonly string[],
): Promise<readonly string[]> {
  const full: string[] = []
  for (const path of paths.toSorted((a, b) => b.length - a.length))
    if (await holdsSomething(context, path)) full.push(path)
  return full
}

/** Whether the folder could not be removed for what is in it. */
async function holdsSomething(context: StoreContext, path: string): Promise<boolean> {
  refuseHidden(path)
  const { realRoot, names, missing } = await resolveInside(context.root, path)
  const name = names.at(-1)
  // A link could lead to a folder that was not named.
  const isItself = missing.length === 0 && names.join('/').normalize('NFC') === path
  if (name === undefined || !isItself) return false
  const place = { realRoot, folders: names.slice(0, -1), make: [], name, path, isLink: false }
  return inFolderOf(context, place, async (folder) => {
    await folder.verify()
    try {
      await context.disk.rmdir(folder.at(name))
    } catch (error) {
      const code = errorCode(error) ?? ''
      if (STAYS.has(code)) return IS_FULL.has(code)
      throw error
    }
    await folder.sync()
    return false
  })
}

/** The folders that a write to this place makes, the outermost first. */
export function foldersMade({
  folders,
  make,
}: {
  readonly folders: readonly string[]
  readonly make: readonly string[]
}): readonly string[] {
  return make.map((_, index) => [...folders, ...make.slice(0, index + 1)].join('/').normalize('NFC'))
}
