import { type AnchoredFolder, anchorFolder } from '../path/anchor-folder.ts'
import type { Disk } from '../path/disk.ts'
import type { StoredFile } from './file-store.ts'
import type { VersionStore } from './versions/open-versions.ts'
import type { PendingFiles } from './versions/pending-files.ts'
import { type FoundFile, modifiedOf, readInFolder } from './read-in-folder.ts'
import { requireKind } from './parse-file-path.ts'
import { refuseHidden } from '../folder/refuse-hidden.ts'
import { resolveInside } from '../path/resolve-inside.ts'
import { WorkspaceError } from '../workspace-error.ts'

/** What every action of a folder store works with. */
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

/** Where a file stands or would stand. */
export interface FilePlace {
  readonly realRoot: string
  /** Folders that are there, from the root down. */
  readonly folders: readonly string[]
  /** Folders that would have to be made. */
  readonly make: readonly string[]
  readonly name: string
  /** The path of the workspace, links followed: what versions and trash go by. */
  readonly path: string
  readonly isLink: boolean
}

/** Finds the place of a file of the kinds that the listing names; everything else is refused. */
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
