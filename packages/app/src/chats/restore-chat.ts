import { StoreError } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { chatSummary } from '../chat/list-chats.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'
import type { ChatSummaryView } from '../views.ts'

/** Takes a chat out of the trash. Its file is written again. */
export async function restoreChat(context: AppContext, place: ChatPlace): Promise<ChatSummaryView> {
  const { store } = context
  const { workspaceId, chatId } = place
  try {
    await store.commit([
      store.conversations.restore({ workspaceId, id: chatId }),
      store.chatFiles.mark({ workspaceId, conversationId: chatId }),
    ])
  } catch (error) {
    if (error instanceof StoreError && error.code === 'conflict')
      throw new AppError('chat-not-found', 'There is no such chat in the trash.', { cause: error })
    throw error
  }
  context.chatFiles.due(workspaceId)
  return chatSummary(await requireChat(context, place))
}
