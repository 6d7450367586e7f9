import type { ConversationRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { NEW_CHAT_TITLE } from '../guard/new-chat-title.ts'
import type { ChatSummaryView } from '@varve/contract'

export interface ListChatsInput {
  readonly workspaceId: string
  readonly among?: 'current' | 'archived' | 'trashed' | undefined
  /** Only those of this project, by the name of its file. */
  readonly project?: string | undefined
  readonly limit?: number | undefined
  readonly after?: number | undefined
}

/** The chats of a workspace: pinned ones first, then the most recently used. */
export async function listChats(
  { store }: Pick<AppContext, 'store'>,
  { workspaceId, ...options }: ListChatsInput,
): Promise<readonly ChatSummaryView[]> {
  const chats = await store.conversations.list(workspaceId, options)
  // Where there are chats, there is a workspace.
  if (chats.length === 0 && !(await store.workspaces.get(workspaceId)))
    throw new AppError('workspace-not-found', 'There is no such workspace.')
  return chats.map(chatSummary)
}

export function chatSummary(chat: ConversationRecord): ChatSummaryView {
  const { id, title, createdAt, updatedAt, answering, pinnedAt, archivedAt, trashedAt, tags } = chat
  const project = projectOf(chat)
  return {
    id,
    title,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    answering,
    ...(pinnedAt === undefined ? {} : { pinned: true }),
    ...(archivedAt === undefined ? {} : { archived: true }),
    ...(trashedAt === undefined ? {} : { trashedAt: new Date(trashedAt).toISOString() }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(project === undefined ? {} : { project }),
    ...(isUnused(chat) ? { unused: true } : {}),
  }
}

/** A message gives a chat its title and is its last use, so that its turns need not be looked at. */
function isUnused({ title, titledBy, createdAt, updatedAt, pinnedAt, tags }: ConversationRecord): boolean {
  const isNamed = titledBy !== 'default' || title !== NEW_CHAT_TITLE
  return !isNamed && createdAt === updatedAt && pinnedAt === undefined && tags.length === 0
}

/** Of all settings only this one: a list may be long. */
function projectOf({ settings }: ConversationRecord): string | undefined {
  if (typeof settings !== 'object' || settings === null || !('project' in settings)) return undefined
  return typeof settings.project === 'string' ? settings.project : undefined
}
