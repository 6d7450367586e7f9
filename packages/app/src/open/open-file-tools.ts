import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseStorePlace, readStore, type Store, StoreError, type WorkspaceRecord } from '@varve/store'
import type { FileStore } from '@varve/workspace'
import type { Clock } from '../clock.ts'
import { toAppError } from '../app-error.ts'
import { openDatabase } from './open-database.ts'
import { isFolder } from '../workspaces/real-folder.ts'
import { isFolderName, namedWorkspaces, requireWorkspace } from '../workspaces/named-workspaces.ts'
import { openDatabaseFiles } from '../files/open-database-files.ts'
import { openFolderFiles } from '../workspaces/open-folder-files.ts'
import { type DiffInput, diffVersions } from '../files/diff-versions.ts'
import { exportFiles, type ExportReport } from '../files/export-files.ts'
import type { FileDiffView } from '@varve/contract'
import { type RestoreInput, restoreById } from '../files/restore-by-id.ts'

export interface FileToolsOptions {
  /** A workspace by its id, the beginning of it, its name or its folder. */
  readonly workspace: string
  /** The file, or `postgres://…` for a PostgreSQL. */
  readonly database: string
  readonly dataFolder: string
  readonly clock: Clock
  readonly newId: () => string
}

/** The files of a workspace for the command line, whatever they are in. Everything fails with an `AppError`. */
export interface FileTools extends Omit<FileStore, 'kind' | 'subscribe'> {
  readonly kind: FileStore['kind']
  readonly diff: (input: DiffInput) => Promise<FileDiffView>
  readonly restoreById: (input: RestoreInput) => ReturnType<FileStore['restore']>
  readonly exportTo: (folder: string) => Promise<ExportReport>
  readonly close: () => Promise<void>
}

/** A path names a folder, known or not, and needs no database; anything else is looked up in it before. */
export async function openFileTools(options: FileToolsOptions): Promise<FileTools> {
  const { dataFolder, clock, newId } = options
  try {
    const root = await findRoot(options)
    if (root !== undefined) {
      const { files } = await openFolderFiles({ root, dataFolder, clock, newId, watch: false })
      return tools(files, options, () => Promise.resolve())
    }
    const store = await openDatabase(options.database, clock.now())
    try {
      return tools(await openKnown(store, options), options, store.close)
    } catch (error) {
      await store.close()
      throw error
    }
  } catch (error) {
    throw toAppError(error)
  }
}

/** The folder that is meant; undefined where the files are in the database. It only reads, so Varve may be running. */
async function findRoot({ workspace, database }: FileToolsOptions): Promise<string | undefined> {
  const folder = resolve(workspace)
  if (isFolderName(workspace)) return folder
  const known = await readWorkspaces(database)
  if (known === undefined) return isFolder(folder) ? folder : undefined
  if (namedWorkspaces(known, workspace).length === 0 && isFolder(folder)) return folder
  return requireWorkspace(known, workspace).root
}

/** Undefined where there is no database yet, or one that has to be upgraded first, as opening does. */
async function readWorkspaces(database: string): Promise<readonly WorkspaceRecord[] | undefined> {
  const place = parseStorePlace(database)
  if (place.kind === 'dump' || (place.kind === 'sqlite' && !existsSync(place.path))) return undefined
  try {
    const store = await readStore(place)
    try {
      return await store.workspaces.list()
    } finally {
      await store.close()
    }
  } catch (error) {
    if (error instanceof StoreError) return undefined
    throw error
  }
}

async function openKnown(store: Store, options: FileToolsOptions): Promise<FileStore> {
  const { dataFolder, clock, newId } = options
  const { id, kind, root } = requireWorkspace(await store.workspaces.list(), options.workspace)
  if (kind === 'database')
    return (await openDatabaseFiles({ store, workspaceId: id, dataFolder, clock, newId })).files
  return (await openFolderFiles({ root: root ?? '', dataFolder, clock, newId, watch: false })).files
}

function tools(files: FileStore, options: FileToolsOptions, close: () => Promise<void>): FileTools {
  const { dataFolder, clock, newId } = options
  return {
    kind: files.kind,
    list: failingAsApp(files.list),
    read: failingAsApp(files.read),
    stat: failingAsApp(files.stat),
    write: failingAsApp(files.write),
    move: failingAsApp(files.move),
    remove: failingAsApp(files.remove),
    makeFolder: failingAsApp(files.makeFolder),
    removeEmptyFolders: failingAsApp(files.removeEmptyFolders),
    versions: failingAsApp(files.versions),
    readVersion: failingAsApp(files.readVersion),
    restoreVersion: failingAsApp(files.restoreVersion),
    trash: failingAsApp(files.trash),
    restore: failingAsApp(files.restore),
    diff: failingAsApp((input: DiffInput) => diffVersions(files, input)),
    restoreById: failingAsApp((input: RestoreInput) => restoreById(files, input)),
    exportTo: failingAsApp((folder: string) =>
      exportFiles(files, { folder: resolve(folder), dataFolder, clock, newId }),
    ),
    close,
  }
}

function failingAsApp<Input extends readonly unknown[], Output>(act: (...input: Input) => Promise<Output>) {
  return async (...input: Input): Promise<Output> => {
    try {
      return await act(...input)
    } catch (error) {
      throw toAppError(error)
    }
  }
}
