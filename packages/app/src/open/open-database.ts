import { openStore, parseStorePlace, readStore, type Store, StoreError } from '@varve/store'
import { existsSync } from 'node:fs'
import type { Clock } from '../clock.ts'
import { AppError, toAppError } from '../app-error.ts'
import { createWorkspace, listWorkspaces } from '../files/manage-workspaces.ts'
import type { WorkspaceSummaryView } from '@varve/contract'
import { openDatabaseFiles } from '../files/open-database-files.ts'

/** What every tool of the command line needs that works on a database. */
export interface DatabaseToolsOptions {
  /** The file, or `postgres://…` for a PostgreSQL. */
  readonly database: string
  readonly dataFolder: string
  readonly clock: Clock
  readonly newId: () => string
  readonly report: (message: string) => void
}

/** Opens a file, or a PostgreSQL where the name is `postgres://…`. */
export function openDatabase(database: string, now: number): Promise<Store> {
  const isUrl = /^postgres(?:ql)?:\/\//i.test(database)
  return openStore(isUrl ? { url: database, now } : { path: database, now })
}

/** Opens a database to read it: nothing is locked, so that a running Varve continues. */
export async function openToRead(database: string): Promise<Store> {
  const place = parseStorePlace(database)
  if (place.kind === 'dump') throw new AppError('message-invalid', 'A backup of a server cannot be opened.')
  const message = 'The database was opened to be read.'
  const reader = await readStore(place)
  return {
    ...reader,
    readOnly: message,
    commit: (statements) =>
      statements.length === 0 ? Promise.resolve() : Promise.reject(new StoreError('failed', message)),
  }
}

export interface MakeWorkspaceOptions {
  readonly name: string
  /** The file, or `postgres://…` for a PostgreSQL. */
  readonly database: string
  readonly dataFolder: string
  readonly clock: Clock
  readonly newId: () => string
}

/** Makes a workspace in a database, as the command line does. */
export async function makeDatabaseWorkspace(options: MakeWorkspaceOptions): Promise<WorkspaceSummaryView> {
  const { name, database, dataFolder, clock, newId } = options
  try {
    const store = await openDatabase(database, clock.now())
    const openInDatabase = (workspaceId: string): ReturnType<typeof openDatabaseFiles> =>
      openDatabaseFiles({ store, workspaceId, dataFolder, clock, newId })
    try {
      return await createWorkspace({ store, openInDatabase, newId, clock }, { name })
    } finally {
      await store.close()
    }
  } catch (error) {
    throw toAppError(error)
  }
}

/** Every workspace of a database, a file or `postgres://…`. It only reads, also while Varve runs. */
export async function readWorkspaces(database: string): Promise<readonly WorkspaceSummaryView[]> {
  try {
    const place = parseStorePlace(database)
    // Where nothing was ever kept there is no file, and none is made.
    if (place.kind === 'sqlite' && !existsSync(place.path)) return []
    const store = await openToRead(database)
    try {
      return (await listWorkspaces({ store }, undefined)).workspaces
    } finally {
      await store.close()
    }
  } catch (error) {
    throw toAppError(error)
  }
}
