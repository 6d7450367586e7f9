import { randomUUID } from 'node:crypto'
import { type App, type ChatTools, openChatTools } from '@varve/app'
import { requireFileOrServer } from '../database/find-database.ts'
import { masterKeyPlace } from '../database/master-key-place.ts'
import type { FolderContext } from '../folder/folder-command.ts'
import type { Surroundings } from '../paths.ts'

export interface ChatsOptions {
  readonly workspace: string
  readonly data?: string
  readonly database?: string
  readonly json?: boolean
}

export interface ChatsContext extends FolderContext {
  readonly surroundings: Surroundings
}

type Act<Result> = (app: App, place: { readonly workspaceId: string }) => Promise<Result>
type ActOnChat<Result> = (
  app: App,
  place: { readonly workspaceId: string; readonly chatId: string },
) => Promise<Result>

/** The same for one chat, by its id or the beginning of it. */
export function withChat<Result>(
  { chat, ...options }: ChatsOptions & { readonly chat: string },
  context: ChatsContext,
  access: 'read' | 'write',
  act: ActOnChat<Result>,
): Promise<Result> {
  return withTools(options, context, access, async ({ app, workspaceId, findChat }) =>
    act(app, { workspaceId, chatId: await findChat(chat) }),
  )
}

/** Opens the chats of a workspace, and closes them whatever comes of it. */
export function withChats<Result>(
  options: ChatsOptions,
  context: ChatsContext,
  access: 'read' | 'write' | 'add',
  act: Act<Result>,
): Promise<Result> {
  return withTools(options, context, access, ({ app, workspaceId }) => act(app, { workspaceId }))
}

async function withTools<Result>(
  { workspace, database }: ChatsOptions,
  { paths, report, surroundings }: ChatsContext,
  access: 'read' | 'write' | 'add',
  act: (tools: ChatTools) => Promise<Result>,
): Promise<Result> {
  const tools = await openChatTools({
    workspace,
    database: requireFileOrServer(database ?? paths.database),
    dataFolder: paths.data,
    masterKey: masterKeyPlace(surroundings, paths),
    clock: { now: Date.now },
    newId: randomUUID,
    report,
    access,
  })
  try {
    return await act(tools)
  } finally {
    await tools.close()
  }
}
