import type { AppContext } from './app-context.ts'
import { AppError } from './app-error.ts'
import { chatSummary } from './list-chats.ts'
import { type ChatPlace, requireChat } from './require-chat.ts'
import type { ChatSummaryView } from './views.ts'

const MAXIMUM_LENGTH = 200

/** Gives a chat the title that the user wants; it is never replaced by itself afterwards. */
export async function renameChat(
  context: AppContext,
  { title, ...place }: ChatPlace & { readonly title: string },
): Promise<ChatSummaryView> {
  const plain = title.replace(/\s+/g, ' ').trim()
  if (plain === '') throw new AppError('title-empty', 'A chat needs a title.')
  if (plain.length > MAXIMUM_LENGTH || !plain.isWellFormed())
    throw new AppError('message-invalid', `A title has at most ${MAXIMUM_LENGTH} characters.`)
  await requireChat(context, place)
  const { store } = context
  await store.commit([
    store.conversations.rename({
      workspaceId: place.workspaceId,
      id: place.chatId,
      title: plain,
      titledBy: 'user',
    }),
    store.chatFiles.mark({ workspaceId: place.workspaceId, conversationId: place.chatId }),
  ])
  context.chatFiles.due(place.workspaceId)
  return chatSummary(await requireChat(context, place))
}
