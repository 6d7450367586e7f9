import type { MasterKeyPlace } from '@varve/store'
import type { ReindexReport } from '@varve/contract'
import { asApp, toAppError } from '../app-error.ts'
import { findChat } from '../chat/find-chat.ts'
import { type App, createApp } from '../create-app.ts'
import { masterKeySealer } from '../guard/sealer.ts'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { type DatabaseToolsOptions, openDatabase, openToRead } from './open-database.ts'
import { type ChosenWorkspace, chooseWorkspace } from '../workspaces/choose-workspace.ts'
import { openDatabaseFiles } from '../files/open-database-files.ts'
import { openFolderFiles } from '../workspaces/open-folder-files.ts'
import { openApp, type OpenAppOptions } from './open-app.ts'
import type { ReindexProgress } from '../chat-files/reindex-chats.ts'

export interface ChatToolsOptions extends DatabaseToolsOptions {
  /** By its folder, its id, the beginning of it, or its name; the one around `cwd` where absent. */
  readonly workspace?: string | undefined
  readonly cwd: string
  /** Opens what was sealed; without it that stays closed. */
  readonly masterKey?: MasterKeyPlace | undefined
  /** `read` also works while Varve runs; `add` makes the folder a workspace where it is none. */
  readonly access: 'read' | 'write' | 'add'
}

/** The chats of one workspace, as the command line works with them. */
export interface ChatTools {
  readonly app: App
  readonly workspaceId: string
  readonly chosen: ChosenWorkspace
  /** The id of a chat by itself or by its beginning. */
  readonly findChat: (wanted: string) => Promise<string>
  readonly close: () => Promise<void>
}

export async function openChatTools(options: ChatToolsOptions): Promise<ChatTools> {
  const { dataFolder, clock, newId, report, access, masterKey } = options
  try {
    const store =
      access === 'read'
        ? await openToRead(options.database)
        : await openDatabase(options.database, clock.now())
    const app = createApp({
      clock,
      newId,
      store,
      models: [offlineChatModel()],
      report,
      sealer: masterKey && masterKeySealer(masterKey, store),
      openFolder: ({ root }) => openFolderFiles({ root, dataFolder, clock, newId, watch: false }),
      openInDatabase: (id) => openDatabaseFiles({ store, workspaceId: id, dataFolder, clock, newId }),
    })
    try {
      const chosen = await chooseWorkspace(app, { ...options, isKnown: access !== 'add' })
      const workspaceId = chosen.workspace.id
      const find = (chat: string): Promise<string> => asApp(findChat(store, { workspaceId, wanted: chat }))
      return { app, workspaceId, chosen, findChat: find, close: app.close }
    } catch (error) {
      await app.close()
      throw error
    }
  } catch (error) {
    throw toAppError(error)
  }
}

export interface OpenForAskingOptions extends OpenAppOptions {
  /** By its id, the beginning of it, its name or its folder; the one around `cwd` where absent. */
  readonly workspace?: string | undefined
  /** Only one that there is: a folder that is named is not made one. */
  readonly isKnown?: boolean | undefined
  /** Where the program was started. */
  readonly cwd: string
}

export interface OpenedForAsking extends ChosenWorkspace {
  readonly app: App
}

/** The whole app, as the page has it, and the workspace that a message is for. */
export async function openForAsking(options: OpenForAskingOptions): Promise<OpenedForAsking> {
  const { app } = await openApp({ ...options, watch: false })
  try {
    return { app, ...(await chooseWorkspace(app, options)) }
  } catch (error) {
    await app.close()
    throw error
  }
}

export type { ReindexProgress } from '../chat-files/reindex-chats.ts'

export interface ReindexWorkspaceOptions extends DatabaseToolsOptions {
  /** The folder. It becomes a workspace of the database where it is none yet. */
  readonly root: string
  readonly force?: boolean | undefined
  /** Closes what was behind placeholders; without it no other run can open that. */
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
