import type { ReindexReport } from '@varve/contract'
import type { MasterKeyPlace } from '@varve/store'
import { toAppError } from '../app-error.ts'
import type { ReindexProgress } from '../chat-files/reindex-chats.ts'
import { createApp } from '../create-app.ts'
import { masterKeySealer } from '../guard/sealer.ts'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { type DatabaseToolsOptions, openDatabase } from './open-database.ts'
import { openFolderFiles } from '../workspaces/open-folder-files.ts'

export type { ReindexProgress } from '../chat-files/reindex-chats.ts'

export interface ReindexWorkspaceOptions extends DatabaseToolsOptions {
  /** The folder. It becomes a workspace of the database where it is none yet. */
  readonly root: string
  readonly force?: boolean | undefined
  /** Closes what stood behind placeholders; without it no other run can open that. */
  readonly masterKey?: MasterKeyPlace | undefined
  readonly onProgress?: ((progress: ReindexProgress) => void) | undefined
}

/** Brings the chats of a folder back into a database, as the command line does. */
export async function reindexWorkspace(options: ReindexWorkspaceOptions): Promise<ReindexReport> {
  const { root, database, dataFolder, clock, newId, report, force, masterKey, onProgress } = options
  try {
    const store = await openDatabase(database, clock.now())
    const app = createApp({
      clock,
      newId,
      store,
      models: [offlineChatModel()],
      report,
      chatFiles: 'leave',
      sealer: masterKey && masterKeySealer(masterKey, store),
      openFolder: (folder) => openFolderFiles({ root: folder.root, dataFolder, clock, newId, watch: false }),
    })
    try {
      const { id } = await app.openWorkspace({ root })
      return await app.reindexChats({ workspaceId: id, force, onProgress })
    } finally {
      await app.close()
    }
  } catch (error) {
    throw toAppError(error)
  }
}
