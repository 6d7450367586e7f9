import { resolve } from 'node:path'
import type { MasterKeyPlace, Store } from '@varve/store'
import { AppError, asApp, toAppError } from './app-error.ts'
import { type App, createApp } from './create-app.ts'
import { masterKeySealer } from './guard/sealer.ts'
import { offlineChatModel } from './models/offline-chat-model.ts'
import { type DatabaseToolsOptions, openDatabase } from './open-database.ts'
import { openToRead } from './open-to-read.ts'
import { isFolder } from './workspace/find-workspace-folder.ts'
import {
  isFolderName,
  namedWorkspaces,
  requireWorkspace,
  SHORTEST_BEGINNING,
} from './workspace/named-workspaces.ts'
import { openFolderFiles } from './workspace/open-folder-files.ts'
import { realFolder } from './workspace/real-folder.ts'

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
    })
    try {
      const workspaceId = await findWorkspace(app, options)
      const find = (chat: string): Promise<string> => asApp(findChat(store, workspaceId, chat))
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

/** The chat of this id, or the only one whose id begins so; what fits none is refused by whoever opens it. */
async function findChat(
  { conversations }: Pick<Store, 'conversations'>,
  workspaceId: string,
  wanted: string,
): Promise<string> {
  if (wanted.length < SHORTEST_BEGINNING || (await conversations.some(workspaceId, [wanted])).length > 0)
    return wanted
  const all = await Promise.all(
    (['current', 'archived', 'trashed'] as const).map((among) => conversations.list(workspaceId, { among })),
  )
  const found = all.flat().filter(({ id }) => id.startsWith(wanted))
  if (found.length > 1)
    throw new AppError('chat-not-found', `${found.length} chats begin with "${wanted}": give more of the id.`)
  return found[0]?.id ?? wanted
}
