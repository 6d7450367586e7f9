import type { ConversationRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'

export interface ChatPlace {
  readonly workspaceId: string
  readonly chatId: string
}

/** A chat of this workspace that is not in the trash; anything else is said not to exist. */
export async function requireChat(
  context: AppContext,
  { workspaceId, chatId }: ChatPlace,
): Promise<ConversationRecord> {
  const chat = await context.store.conversations.get({ workspaceId, id: chatId })
  if (!chat) throw new AppError('chat-not-found', 'There is no such chat.')
  return chat
}
