import { realpath } from 'node:fs/promises'
import type { MasterKeyPlace } from '@varve/store'
import { AppError, toAppError } from './app-error.ts'
import { type App, createApp } from './create-app.ts'
import { masterKeySealer } from './guard/sealer.ts'
import { offlineChatModel } from './models/offline-chat-model.ts'
import { type DatabaseToolsOptions, openDatabase } from './open-database.ts'
import { openToRead } from './open-to-read.ts'
import { openFolderFiles } from './workspace/open-folder-files.ts'

export interface ChatToolsOptions extends DatabaseToolsOptions {
  /** A workspace by its folder or its id. */
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
      sealer: masterKey && masterKeySealer(masterKey),
      openFolder: ({ root }) => openFolderFiles({ root, dataFolder, clock, newId, watch: false }),
    })
    try {
      return { app, workspaceId: await findWorkspace(app, options), close: app.close }
    } catch (error) {
      await app.close()
      throw error
    }
  } catch (error) {
    throw toAppError(error)
  }
}

async function findWorkspace(app: App, { workspace, access }: ChatToolsOptions): Promise<string> {
  const { workspaces } = await app.listWorkspaces(undefined)
  const root = await realpath(workspace).catch(() => workspace)
  const known = workspaces.find((each) => each.id === workspace || each.root === root)
  if (known) return known.id
  if (access === 'add') return (await app.openWorkspace({ root })).id
  throw new AppError('workspace-not-found', `There is no workspace "${workspace}" in this database.`)
}
