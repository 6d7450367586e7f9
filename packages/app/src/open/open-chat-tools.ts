import { resolve } from 'node:path'
import type { MasterKeyPlace } from '@varve/store'
import { asApp, toAppError } from '../app-error.ts'
import { findChat } from '../chat/find-chat.ts'
import { type App, createApp } from '../create-app.ts'
import { masterKeySealer } from '../guard/sealer.ts'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { type DatabaseToolsOptions, openDatabase } from './open-database.ts'
import { openToRead } from './open-to-read.ts'
import { isFolder } from '../files/find-workspace-folder.ts'
import { isFolderName, namedWorkspaces, requireWorkspace } from '../workspaces/named-workspaces.ts'
import { openDatabaseFiles } from '../files/open-database-files.ts'
import { openFolderFiles } from '../workspaces/open-folder-files.ts'
import { realFolder } from '../workspaces/real-folder.ts'

export interface ChatToolsOptions extends DatabaseToolsOptions {
  /** A workspace by its folder, its id, the beginning of it, or its name. */
  readonly workspace: string
  /** Opens what was sealed; without it that stays closed. */
  readonly masterKey?: MasterKeyPlace | undefined
  /** `read` also works while Varve runs; `add` makes the folder a workspace where it is none. */
  readonly access: 'read' | 'write' | 'add'
}

/** The chats of one workspace, as the command line works with them. */
export interface ChatTools {
  readonly app: App
  readonly workspaceId: string
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
      const workspaceId = await findWorkspace(app, options)
      const find = (chat: string): Promise<string> => asApp(findChat(store, { workspaceId, wanted: chat }))
      return { app, workspaceId, findChat: find, close: app.close }
    } catch (error) {
      await app.close()
      throw error
    }
  } catch (error) {
    throw toAppError(error)
  }
}

/** One that was taken out of the list is none, and adding to it brings it back. */
async function findWorkspace(app: App, { workspace, access }: ChatToolsOptions): Promise<string> {
  const { workspaces: all } = await app.listWorkspaces(undefined)
  const isKnown = namedWorkspaces(all, workspace).length > 0
  const root = realFolder(resolve(workspace))
  if (!isKnown && access === 'add' && (isFolderName(workspace) || isFolder(root)))
    return (await app.openWorkspace({ root })).id
  return requireWorkspace(all, workspace).id
}
