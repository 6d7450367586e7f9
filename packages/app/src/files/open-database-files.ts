import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { openIndex } from '@varve/index'
import { openDatabaseStore, type Store } from '@varve/store'
import { makePrivateFolder, openChatObjects, openFolderStore } from '@varve/workspace'
import type { Clock } from '../clock.ts'
import { databaseFileSource } from './database-file-source.ts'
import type { WorkspaceFiles } from './workspace-files.ts'

export interface OpenDatabaseFilesOptions {
  readonly store: Store
  readonly workspaceId: string
  /** Where Varve keeps its own data: the index, and the chats of the workspace as notes. */
  readonly dataFolder: string
  readonly clock: Clock
  readonly newId: () => string
}

/**
 * Opens the files of a workspace that are in the database. Its chats are in the database anyway; as notes they
 * are mirrored in a folder of their own, so that they can be read without Varve as those of any workspace can.
 */
export async function openDatabaseFiles(options: OpenDatabaseFilesOptions): Promise<WorkspaceFiles> {
  const { store, workspaceId, dataFolder, clock, newId } = options
  const name = createHash('sha256').update(`database ${workspaceId}`).digest('hex').slice(0, 20)
  const files = openDatabaseStore({ store, workspaceId, clock: clock.now, newId })
  const root = join(dataFolder, 'chats', name)
  const keepFolder = join(dataFolder, 'kept', name)
  makePrivateFolder(root)
  const folder = { root, keepFolder, clock: clock.now, newId }
  const file = join(dataFolder, 'index', `${name}.db`)
  return {
    files,
    chatFiles: await openFolderStore(folder),
    objects: await openChatObjects(folder),
    openIndex: () =>
      openIndex({ file, files: databaseFileSource({ store, workspaceId, files }), clock: clock.now }),
  }
}
