import type { ConversationRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'

export interface ChatPlace {
  readonly workspaceId: string
  readonly chatId: string
}

/** A chat of this workspace. One in the trash is said to be there, one of another workspace not to exist. */
export async function requireChat(
  context: AppContext,
  { workspaceId, chatId }: ChatPlace,
): Promise<ConversationRecord> {
  const chat = await context.store.conversations.get({ workspaceId, id: chatId })
  if (chat) return chat
  const [trashed] = await context.store.conversations.some(workspaceId, [chatId])
  if (trashed) throw new AppError('chat-trashed', 'This chat is in the trash.')
  throw new AppError('chat-not-found', 'There is no such chat.')
}
