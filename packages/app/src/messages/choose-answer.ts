import type { AppContext } from '../app-context.ts'
import { openChat } from '../chats/open-chat.ts'
import { type ChatPlace, requireChat } from '../chats/require-chat.ts'
import { shownEnd } from '../turn/shown-end.ts'
import { requireAnswer } from '../turn/require-turn.ts'
import type { ChatView } from '../views.ts'

/** Goes on with one of several answers. What followed another one stays, as a branch, and comes back with it. */
export async function chooseAnswer(
  context: AppContext,
  { answerId, ...place }: ChatPlace & { readonly answerId: string },
): Promise<ChatView> {
  await requireChat(context, place)
  const answer = await requireAnswer(context, place, answerId)
  const { workspaceId, chatId } = place
  const { store } = context
  const { turnId } = answer
  const head = await shownEnd(context, place, { turnId, answerId })
  await store.commit([
    store.choices.put({ workspaceId, turnId, answerId }),
    store.conversations.showBranch({ workspaceId, id: chatId, headTurnId: head }),
    store.shownEnds.put({ workspaceId, conversationId: chatId, turnId: head }),
    store.chatFiles.mark({ workspaceId, conversationId: chatId }),
  ])
  context.chatFiles.due(workspaceId)
  return openChat(context, place)
}
