import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { chatSummary } from './list-chats.ts'
import { type ChatPlace, requireChat } from './require-chat.ts'
import { requireWellFormed } from './require-well-formed.ts'
import type { ChatSummaryView } from '../views.ts'

const MAXIMUM_LENGTH = 200

/** Gives a chat the title that the user wants; it is never replaced by itself afterwards. */
export async function renameChat(
  context: AppContext,
  { title, ...place }: ChatPlace & { readonly title: string },
): Promise<ChatSummaryView> {
  const plain = title.replace(/\s+/g, ' ').trim()
  if (plain === '') throw new AppError('title-empty', 'A chat needs a title.')
  requireWellFormed('The title', [plain])
  if (plain.length > MAXIMUM_LENGTH)
    throw new AppError('message-invalid', `A title has at most ${MAXIMUM_LENGTH} characters.`)
  const { tags, createdAt: at } = await requireChat(context, place)
  const { store } = context
  const { workspaceId, chatId: id } = place
  const chat = { workspaceId, conversationId: id }
  await store.commit([
    store.conversations.rename({ workspaceId, id, title: plain, titledBy: 'user' }),
    ...store.chatTexts.putChat({ ...chat, at, title: plain, tags }),
    store.chatFiles.mark(chat),
  ])
  context.chatFiles.due(place.workspaceId)
  return chatSummary(await requireChat(context, place))
}
