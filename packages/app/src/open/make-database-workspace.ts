import type { Clock } from '../clock.ts'
import { toAppError } from '../app-error.ts'
import { createWorkspace } from '../files/create-workspace.ts'
import { openDatabase } from './open-database.ts'
import type { WorkspaceSummaryView } from '../views.ts'
import { openDatabaseFiles } from '../files/open-database-files.ts'

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
