import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { openIndex } from '@varve/index'
import { openChatObjects, openFolderStore, WorkspaceError } from '@varve/workspace'
import type { Clock } from '../clock.ts'
import type { WorkspaceFiles } from '../files/workspace-files.ts'

export interface OpenFolderOptions {
  readonly root: string
  /** Where Varve keeps its own data: index, versions, trash. Never inside the folder. */
  readonly dataFolder: string
  readonly clock: Clock
  readonly newId: () => string
  /** Whether changes on disk are followed while it is open. */
  readonly watch: boolean
}

/** Opens a folder, and its index when that is wanted. Every way in, by the page or by a command, finds the same index and versions. */
export async function openFolderFiles(options: OpenFolderOptions): Promise<WorkspaceFiles> {
  const { dataFolder, clock, newId, watch } = options
  const root = await realpath(options.root).catch((error: unknown) => {
    throw new WorkspaceError('not-found', '.', `The folder ${options.root} is not there.`, { cause: error })
  })
  const name = createHash('sha256').update(root).digest('hex').slice(0, 20)
  const keepFolder = join(dataFolder, 'kept', name)
  const files = await openFolderStore({ root, keepFolder, clock: clock.now, newId })
  const objects = await openChatObjects({ root, keepFolder, clock: clock.now, newId })
  const file = join(dataFolder, 'index', `${name}.db`)
  return {
    files,
    chatFiles: files,
    objects,
    openIndex: () => openIndex({ file, root, clock: clock.now, watch }),
  }
}
