import { readdir, realpath, rm, stat } from 'node:fs/promises'
import { join, parse, resolve } from 'node:path'
import { anchorFolder, canNameHandles } from '../path/anchor-folder.ts'
import {
  ChangeEmitter,
  type Expectation,
  type FileEntry,
  type FileVersion,
  type FolderStore,
  type StoredFile,
  type TrashedFile,
  conflict,
  refuseMissing,
  refuseUnexpected,
  refuseUnknown,
} from './file-store.ts'
import { type Disk, systemDisk } from '../path/disk.ts'
import { inDataFolder, isAbandoned, openPendingFiles, temporaryName } from './versions/pending-files.ts'
import { type VersionStore, openVersions, type RemovedFile } from './versions/open-versions.ts'
import { moveFile, refuseLink } from './move-file.ts'
import { lookAt, modifiedOf, sameMoment } from './read-in-folder.ts'
import {
  foldersMade,
  removeEmptyFolders,
  findFile,
  inFolderOf,
  locateFile,
  type StoreContext,
  storedFile,
} from './store-context.ts'
import { writeFile } from './write-file.ts'
import { fileKind } from '../file-kind.ts'
import { listFolder } from '../folder/list-folder.ts'
import { titleOf } from '../link/file-names.ts'
import { makePrivateFolder } from '../path/make-folder.ts'
import { fromSystem, fromSystemWrite } from '../path/from-system.ts'
import { isInside, resolveInside } from '../path/resolve-inside.ts'
import { WorkspaceError } from '../workspace-error.ts'

export interface FolderStoreOptions {
  readonly root: string
  /** Where versions and the trash are kept: a folder of this store alone, outside of `root`. */
  readonly keepFolder: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly newId: () => string
  readonly limits?: FolderStoreLimits
  readonly disk?: Disk
  /** How folders are held; by what the system can do where absent. */
  readonly holdBy?: 'handle' | 'path'
}

export interface FolderStoreLimits {
  readonly maximumFileBytes?: number
  readonly maximumFiles?: number
}

/** Opens a directory as a file store, and clears away what a killed writer left half done. */
export async function openFolderStore(options: FolderStoreOptions): Promise<FolderStore> {
  const { root, keepFolder, limits = {}, disk = systemDisk } = options
  const { maximumFileBytes = 64 * 1024 * 1024, maximumFiles = 200_000 } = limits
  try {
    const realRoot = await realFolder(root)
    await inDataFolder(() => makeKeepFolder(realRoot, keepFolder))
    const newTemporaryName = (): string => temporaryName(options.newId)
    const context: StoreContext = {
      ...options,
      disk,
      maximumFileBytes,
      versions: await inDataFolder(() =>
        openVersions({ folder: keepFolder, temporaryName: newTemporaryName, disk }),
      ),
      pending: await inDataFolder(() => openPendingFiles(join(keepFolder, 'pending'), options.clock)),
      byHandle: options.holdBy ? options.holdBy === 'handle' : canNameHandles(),
    }
    await cleanLeftovers(context, keepFolder)
    return folderStore(context, maximumFiles)
  } catch (error) {
    throw fromSystemWrite(error, '.')
  }
}

function folderStore(context: StoreContext, maximumFiles: number): FolderStore {
  const inTurn = createQueue()
  const changes = new ChangeEmitter()
  const { versions } = context
  const reading = <Result>(path: string, act: () => Promise<Result>): Promise<Result> =>
    act().catch((error: unknown) => {
      throw fromSystem(error, path)
    })
  const writing = async <Result extends { readonly path: string }>(
    path: string,
    act: () => Promise<Result>,
  ): Promise<Result> => {
    const result = await inTurn(act).catch((error: unknown) => {
      throw fromSystemWrite(error, path)
    })
    changes.emit(result.path)
    return result
  }
  return {
    kind: 'folder',
    list: (folder) => listFolder(context.root, maximumFiles, folder),
    read: (path, maximumBytes) => reading(path, () => readFile(context, path, maximumBytes)),
    stat: (path) => reading(path, () => statFile(context, path)),
    write: (path, bytes, expected, replaced) =>
      writing(path, () => writeFile(context, { path, bytes, expected, replaced })),
    move: async (from, to, expected) => {
      const moved = await writing(from, () => moveFile(context, { from, to, expected }))
      changes.emit(from.normalize('NFC'))
      return moved
    },
    remove: (path, expected) => writing(path, () => removeFile(context, { path, expected })),
    makeFolder: (path) =>
      inTurn(async () => {
        const place = await locateFile(context, `${path}/x.md`)
        return inFolderOf(context, place, async () => foldersMade(place))
      }).catch((error: unknown) => {
        throw fromSystemWrite(error, path)
      }),
    removeEmptyFolders: (paths) =>
      inTurn(() => removeEmptyFolders(context, paths)).catch((error: unknown) => {
        throw fromSystemWrite(error, paths[0] ?? '.')
      }),
    versions: (path) => reading(path, () => listVersions(context, path)),
    readVersion: (id) => reading(id, () => readVersion(versions, id)),
    restoreVersion: (id, expected) =>
      writing(id, async () => {
        const { path, bytes } = await readVersion(versions, id)
        return writeFile(context, { path, bytes, expected })
      }),
    trash: () => reading('.', async () => (await versions.trash()).map(trashedFile)),
    restore: (id, path) => writing(path ?? id, () => restoreFile(context, id, path)),
    purge: (folder, isMeant) =>
      inTurn(() => purgeFolder(versions, folder, isMeant)).catch((error: unknown) => {
        throw fromSystemWrite(error, folder)
      }),
    subscribe: changes.subscribe,
  }
}

async function listVersions(context: StoreContext, path: string): Promise<readonly FileVersion[]> {
  const place = await locateFile(context, path)
  if (place.make.length > 0) return context.versions.list(place.path, undefined)
  const current = await inFolderOf(context, place, (folder) => findFile(context, place, folder)).catch(
    (error: unknown) => {
      // A file that cannot be read, or is too long, tells nothing about what was kept.
      if (error instanceof WorkspaceError) return undefined
      throw error
    },
  )
  return context.versions.list(place.path, current?.contentHash)
}

async function readFile(
  { maximumFileBytes, ...others }: StoreContext,
  path: string,
  maximumBytes = maximumFileBytes,
): Promise<StoredFile> {
  const context = { ...others, maximumFileBytes: Math.min(maximumBytes, maximumFileBytes) }
  const place = await locateFile(context, path)
  if (place.make.length > 0) return refuseMissing(path)
  return inFolderOf(context, place, async (folder) => {
    const file = await findFile(context, place, folder)
    return storedFile(place.path, file ?? refuseMissing(path))
  })
}

async function statFile(context: StoreContext, path: string): Promise<FileEntry | undefined> {
  const place = await locateFile(context, path)
  if (place.make.length > 0) return undefined
  return inFolderOf(context, place, async (folder) => {
    const stats = await lookAt(folder.at(place.name))
    await folder.verify()
    const kind = fileKind(place.name)
    if (!stats?.isFile() || !kind) return undefined
    const title = titleOf(place.name, kind)
    return { path: place.path, title, kind, bytes: Number(stats.size), modified: modifiedOf(stats) }
  })
}

async function readVersion(versions: VersionStore, id: string): Promise<StoredFile> {
  const version = await versions.version(id)
  const { path, contentHash, keptAt: modified } = version
  return { path, bytes: await versions.content(version), contentHash, modified }
}

async function restoreFile(context: StoreContext, id: string, path?: string): Promise<StoredFile> {
  const { versions } = context
  const entry =
    (await versions.trash()).find((candidate) => candidate.id === id) ??
    refuseUnknown(id, 'file in the trash')
  const bytes = await versions.content(entry)
  const { mode } = entry
  const restored = await writeFile(context, { path: path ?? entry.path, bytes, expected: 'absent', mode })
  // Last: a file that is both back and in the trash is better than one that is neither.
  await versions.addRestored(id)
  return restored
}

function trashedFile({ id, path, contentHash, bytes, removedAt }: RemovedFile): TrashedFile {
  return { id, path, contentHash, bytes, removedAt }
}

/** Folders of the system itself: what looks like files there is the machine, and reading it may never end. */
const SYSTEM_FOLDER = /^\/(?:proc|sys|dev(?!\/shm\/))(?:\/|$)/

async function realFolder(root: string): Promise<string> {
  const stats = await stat(root)
  if (!stats.isDirectory())
    throw new WorkspaceError('not-a-folder', '.', `${root} is not a folder, so it can be no workspace.`)
  const real = await realpath(root)
  if (real === parse(real).root)
    throw new WorkspaceError(
      'folder-refused',
      '.',
      'The whole disk can’t be a workspace. Choose a folder in it.',
    )
  if (SYSTEM_FOLDER.test(real))
    throw new WorkspaceError(
      'folder-refused',
      '.',
      `${root} can’t be a workspace: it holds parts of the running system, not documents. Choose a folder of your own.`,
    )
  return real
}

/** Makes the folder for versions, which must not be inside the workspace. */
async function makeKeepFolder(realRoot: string, keepFolder: string): Promise<void> {
  // By its name first, so that no folder is made inside; then by where it really is.
  refuseInside(realRoot, resolve(keepFolder))
  makePrivateFolder(keepFolder)
  refuseInside(realRoot, await realpath(keepFolder))
}

function refuseInside(root: string, keepFolder: string): void {
  if (isInside(root, keepFolder) || isInside(keepFolder, root))
    throw new WorkspaceError(
      'path-invalid',
      '.',
      'Varve keeps its own data in this folder; choose a folder inside it, or another one.',
    )
}

/** One change at a time, so that no two of them can both find the version that they expect. */
function createQueue(): <Result>(act: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const turn = last.then(act)
    last = turn.catch(() => undefined)
    return turn
  }
}

/** Loses what is kept of a folder, by what it holds. */
async function purgeFolder(
  versions: VersionStore,
  folder: string,
  isMeant: Parameters<FolderStore['purge']>[1],
): Promise<void> {
  const known = new Map<string, boolean>()
  await versions.purge(async ({ path, contentHash }) => {
    if (!path.startsWith(`${folder}/`)) return false
    const key = `${contentHash} ${path}`
    const before = known.get(key)
    if (before !== undefined) return before
    const bytes = await versions.content({ path, contentHash }).catch((error: unknown) => {
      if (error instanceof WorkspaceError && error.code === 'unreadable') return undefined
      throw error
    })
    const isIt = bytes !== undefined && isMeant({ path, bytes })
    known.set(key, isIt)
    return isIt
  })
}

/** Removes the temporary files of writers that were killed, here and where versions are kept. */
async function cleanLeftovers(context: StoreContext, keepFolder: string): Promise<void> {
  const incoming = join(keepFolder, 'incoming')
  for (const name of await readdir(incoming))
    if (await isAbandoned(join(incoming, name), name, context.clock))
      await rm(join(incoming, name), { force: true })
  await context.pending.clean((name, folder) => discard(context, name, folder))
}

async function discard(context: StoreContext, name: string, folder: string): Promise<void> {
  const { root, disk, byHandle } = context
  try {
    const path = folder === '' ? name : `${folder}/${name}`
    const { realRoot, names, missing, isLink } = await resolveInside(root, path)
    // Gone with its folder, or something that we never make.
    if (missing.length > 0 || isLink) return
    const anchor = { realRoot, names: names.slice(0, -1), make: [], path, disk, byHandle }
    const held = await anchorFolder(anchor)
    try {
      const stats = await lookAt(held.at(name))
      await held.verify()
      if (stats?.isFile()) await disk.unlink(held.at(name))
    } finally {
      await held.close()
    }
  } catch (error) {
    // A folder that is a link by now, or no folder any more: there is nothing of ours to remove.
    if (!(error instanceof WorkspaceError)) throw error
  }
}

interface RemoveOptions {
  readonly path: string
  readonly expected: Expectation
}

/** Moves a file into the trash: it is kept first, and its name goes last. */
async function removeFile(context: StoreContext, options: RemoveOptions): Promise<TrashedFile> {
  const { versions, disk, clock, newId } = context
  const place = await locateFile(context, options.path)
  refuseLink(place)
  if (place.make.length > 0) return refuseMissing(options.path)
  return inFolderOf(context, place, async (folder) => {
    const file = (await findFile(context, place, folder)) ?? refuseMissing(options.path)
    const { path } = place
    const { contentHash, stats } = file
    refuseUnexpected(path, options.expected, file)
    const trashed = { id: newId(), path, contentHash, bytes: file.bytes.length, removedAt: clock() }
    await versions.addRemoved({ path, ...file }, { ...trashed, mode: Number(stats.mode) & 0o777 })
    try {
      await folder.verify()
      const now = await lookAt(folder.at(place.name))
      // From here to the next call another program's save would be lost: the same window as `takeName` has.
      if (!now || !sameMoment(now, stats)) {
        const found = await findFile(context, place, folder)
        throw conflict(path, contentHash, found?.contentHash)
      }
      await disk.unlink(folder.at(place.name))
    } catch (error) {
      // It was not removed after all.
      await versions.addRestored(trashed.id)
      throw error
    }
    await folder.sync()
    return trashed
  })
}
