import { resolve } from 'node:path'
import type { Store, WorkspaceRecord } from '@varve/store'
import type { FileStore } from '@varve/workspace'
import type { Clock } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import { openDatabase } from '../open-database.ts'
import { openDatabaseFiles } from '../workspace/open-database-files.ts'
import { openFolderFiles } from '../workspace/open-folder-files.ts'
import { type DiffInput, diffVersions } from './diff-versions.ts'
import { exportFiles, type ExportReport } from './export-files.ts'
import type { FileDiffView } from './file-change-views.ts'
import { type RestoreInput, restoreById } from './restore-by-id.ts'

export interface FileToolsOptions {
  /** The id or the name of a workspace, or a folder. */
  readonly workspace: string
  /** The file, or `postgres://…` for a PostgreSQL. */
  readonly database: string
  readonly dataFolder: string
  readonly clock: Clock
  readonly newId: () => string
}

/** The files of a workspace for the command line, whatever they lie in. Everything fails with an `AppError`. */
export interface FileTools extends Omit<FileStore, 'kind' | 'subscribe'> {
  readonly kind: FileStore['kind']
  readonly diff: (input: DiffInput) => Promise<FileDiffView>
  readonly restoreById: (input: RestoreInput) => ReturnType<FileStore['restore']>
  readonly exportTo: (folder: string) => Promise<ExportReport>
  readonly close: () => Promise<void>
}

/** A path names a folder, known or not, and needs no database; anything else is looked up in it. */
export async function openFileTools(options: FileToolsOptions): Promise<FileTools> {
  const { workspace, dataFolder, clock, newId } = options
  try {
    if (isPath(workspace)) {
      const root = resolve(workspace)
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

function isPath(workspace: string): boolean {
  return workspace === '.' || /[/\\]/.test(workspace)
}

async function openKnown(store: Store, options: FileToolsOptions): Promise<FileStore> {
  const { dataFolder, clock, newId } = options
  const { id, kind, root } = await findWorkspace(store, options.workspace)
  if (kind === 'database')
    return (await openDatabaseFiles({ store, workspaceId: id, dataFolder, clock, newId })).files
  return (await openFolderFiles({ root: root ?? '', dataFolder, clock, newId, watch: false })).files
}

async function findWorkspace(store: Store, wanted: string): Promise<WorkspaceRecord> {
  const all = await store.workspaces.list()
  const byId = all.find(({ id }) => id === wanted)
  const byName = all.filter(({ name }) => name === wanted)
  const found = byId ?? (byName.length === 1 ? byName[0] : undefined)
  if (found) return found
  const known = all.map(({ id, name, kind }) => `  ${id}  ${name} (${kind})`).join('\n')
  const what =
    byName.length > 1 ? `Several workspaces are called "${wanted}"` : `There is no workspace "${wanted}"`
  throw new AppError('workspace-not-found', `${what}. Name one by its id, or a folder by its path:\n${known}`)
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
