import type { ConversationRecord, Statement } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { withoutChatTag } from '../chat-files/build-chat-document.ts'
import { chatSummary } from './list-chats.ts'
import { type ChatPlace, requireChat } from './require-chat.ts'
import { requireWellFormed } from './require-well-formed.ts'
import type { ChatSummaryView } from '../views.ts'

export interface ArrangeChatInput extends ChatPlace {
  readonly pinned?: boolean | undefined
  readonly archived?: boolean | undefined
  readonly tags?: readonly string[] | undefined
}

const MOST_TAGS = 50
const LONGEST_TAG = 100

/** Pins a chat, puts it away, or tags it. What is left out stays as it is. */
export async function arrangeChat(context: AppContext, input: ArrangeChatInput): Promise<ChatSummaryView> {
  const chat = await requireChat(context, input)
  const { store, clock } = context
  const { workspaceId, id } = chat
  const { pinned, archived, tags } = input
  const at = (is: boolean): number | undefined => (is ? clock.now() : undefined)
  const changes: Statement[] = [
    ...(pinned === undefined ? [] : [store.conversations.pin({ workspaceId, id, at: at(pinned) })]),
    ...(archived === undefined ? [] : [store.conversations.archive({ workspaceId, id, at: at(archived) })]),
    ...(tags === undefined ? [] : tagStatements(context, chat, cleanTags(tags))),
  ]
  if (changes.length > 0)
    await store.commit([...changes, store.chatFiles.mark({ workspaceId, conversationId: id })])
  context.chatFiles.due(workspaceId)
  return chatSummary(await requireChat(context, input))
}

function tagStatements(
  { store }: AppContext,
  { workspaceId, id, title, createdAt: at }: ConversationRecord,
  tags: readonly string[],
): readonly Statement[] {
  return [
    store.conversations.tag({ workspaceId, id, tags }),
    ...store.chatTexts.putChat({ workspaceId, conversationId: id, at, title, tags }),
  ]
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
