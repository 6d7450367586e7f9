import { randomUUID } from 'node:crypto'
import { makeDatabaseWorkspace } from '@varve/app'
import type { FolderContext } from './folder-command.ts'

export interface DatabaseChoice {
  readonly data?: string
  readonly database?: string
  readonly json?: boolean
}

/** `varve files create`: makes a workspace in the database. */
export async function createWorkspaceCommand(
  name: string,
  { database, json }: DatabaseChoice,
  { paths, output }: FolderContext,
): Promise<void> {
  const made = await makeDatabaseWorkspace({
    name,
    database: database ?? paths.database,
    dataFolder: paths.data,
    clock: { now: Date.now },
    newId: randomUUID,
  })
  await output.write(`${json ? JSON.stringify(made) : made.id}\n`)
}
