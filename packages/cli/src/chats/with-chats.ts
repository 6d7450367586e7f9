import { randomUUID } from 'node:crypto'
import { type App, openChatTools } from '@varve/app'
import { requireFileOrServer } from '../database/find-database.ts'
import { masterKeyPlace } from '../database/master-key-place.ts'
import type { FolderContext } from '../folder/folder-command.ts'
import type { Surroundings } from '../paths.ts'
import { workspaceName } from '../workspace-name.ts'

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

/** Opens the chats of a workspace, and closes them whatever comes of it. */
export async function withChats<Result>(
  { workspace, database }: ChatsOptions,
  { paths, report, surroundings }: ChatsContext,
  access: 'read' | 'write' | 'add',
  act: Act<Result>,
): Promise<Result> {
  const tools = await openChatTools({
    workspace: workspaceName(workspace),
    database: requireFileOrServer(database ?? paths.database),
    dataFolder: paths.data,
    masterKey: masterKeyPlace(surroundings, paths),
    clock: { now: Date.now },
    newId: randomUUID,
    report,
    access,
  })
  try {
    return await act(tools.app, { workspaceId: tools.workspaceId })
  } finally {
    await tools.close()
  }
}
