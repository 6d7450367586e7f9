import type { AppContext } from '../app-context.ts'
import { removeCacheObjects } from '../models/cache-object.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'

/** Moves a chat to the trash. Nothing is erased but what providers keep of it for money. */
export async function deleteChat(context: AppContext, place: ChatPlace): Promise<void> {
  await requireChat(context, place)
  const { store, clock } = context
  const { workspaceId, chatId: id } = place
  await store.commit([store.conversations.trash({ workspaceId, id, at: clock.now() })])
  context.chatFiles.due(workspaceId)
  await removeCacheObjects(context, place)
}
