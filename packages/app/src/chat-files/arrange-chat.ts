import type { ConversationRecord, Statement } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { withoutChatTag } from './build-chat-document.ts'
import { chatSummary } from '../chat/list-chats.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'
import { requireWellFormed } from '../memory/memory.ts'
import type { ChatSummaryView } from '@varve/contract'

export interface ArrangeChatInput extends ChatPlace {
  readonly title?: string | undefined
  readonly pinned?: boolean | undefined
  readonly archived?: boolean | undefined
  readonly tags?: readonly string[] | undefined
}

const LONGEST_TITLE = 200
const MOST_TAGS = 50
const LONGEST_TAG = 100

/** Names a chat, pins it, puts it away, or tags it: all that is asked for, or nothing. What is left out stays as it is. */
export async function arrangeChat(context: AppContext, input: ArrangeChatInput): Promise<ChatSummaryView> {
  const { pinned, archived } = input
  const title = input.title === undefined ? undefined : cleanTitle(input.title)
  const tags = input.tags && cleanTags(input.tags)
  const chat = await requireChat(context, input)
  const { store, clock } = context
  const { workspaceId, id } = chat
  const at = (is: boolean): number | undefined => (is ? clock.now() : undefined)
  const changes: Statement[] = [
    ...(pinned === undefined ? [] : [store.conversations.pin({ workspaceId, id, at: at(pinned) })]),
    ...(archived === undefined ? [] : [store.conversations.archive({ workspaceId, id, at: at(archived) })]),
    ...labelStatements(context, chat, { title, tags }),
  ]
  if (changes.length > 0)
    await store.commit([...changes, store.chatFiles.mark({ workspaceId, conversationId: id })])
  context.chatFiles.due(workspaceId)
  return chatSummary(await requireChat(context, input))
}

interface Labels {
  readonly title: string | undefined
  readonly tags: readonly string[] | undefined
}

function labelStatements(
  { store }: AppContext,
  chat: ConversationRecord,
  { title, tags }: Labels,
): readonly Statement[] {
  if (title === undefined && tags === undefined) return []
  const { workspaceId, id, createdAt: at } = chat
  const found = { at, title: title ?? chat.title, tags: tags ?? chat.tags }
  return [
    ...(title === undefined
      ? []
      : [store.conversations.rename({ workspaceId, id, title, titledBy: 'user' })]),
    ...(tags === undefined ? [] : [store.conversations.tag({ workspaceId, id, tags })]),
    ...store.chatTexts.putChat({ workspaceId, conversationId: id, ...found }),
  ]
}

function cleanTitle(title: string): string {
  const plain = title.replace(/\s+/g, ' ').trim()
  if (plain === '') throw new AppError('title-empty', 'A chat needs a title.')
  requireWellFormed('The title', [plain])
  if (plain.length > LONGEST_TITLE)
    throw new AppError('message-invalid', `A title has at most ${LONGEST_TITLE} characters.`)
  return plain
}

/** Without `#` and blanks, each once, and without the one that every chat has in its file. */
function cleanTags(tags: readonly string[]): readonly string[] {
  const plain = tags.map((tag) => tag.trim().replace(/^#+/, '').replace(/\s+/g, '-'))
  const clean = withoutChatTag([...new Set(plain)].filter((tag) => tag !== ''))
  requireWellFormed('A tag', clean)
  if (clean.length > MOST_TAGS || clean.some((tag) => tag.length > LONGEST_TAG))
    throw new AppError('message-invalid', `At most ${MOST_TAGS} tags of ${LONGEST_TAG} characters each.`)
  return clean
}
