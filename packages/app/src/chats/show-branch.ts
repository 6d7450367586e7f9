import type { AppContext } from '../app-context.ts'
import { openChat } from '../turn/open-chat.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import { shownEnd } from '../chat/shown-end.ts'
import { requireTurn } from '../chat/require-turn.ts'
import type { ChatView } from '../views.ts'

/** Shows the branch that goes through a turn, as far as it last went. */
export async function showBranch(
  context: AppContext,
  { turnId, ...place }: ChatPlace & { readonly turnId: string },
): Promise<ChatView> {
  await requireTurn(context, place, turnId)
  const { workspaceId, chatId } = place
  const { store } = context
  const headTurnId = await shownEnd(context, place, { turnId })
  await store.commit([
    store.conversations.showBranch({ workspaceId, id: chatId, headTurnId }),
    store.shownEnds.put({ workspaceId, conversationId: chatId, turnId: headTurnId }),
    store.chatFiles.mark({ workspaceId, conversationId: chatId }),
  ])
  context.chatFiles.due(workspaceId)
  return openChat(context, place)
}
