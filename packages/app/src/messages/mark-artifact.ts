import type { Priority } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { openChat } from '../chats/open-chat.ts'
import { type ChatPlace, requireChat } from '../chats/require-chat.ts'
import { loadState } from '../turn/load-state.ts'
import { wishStatement } from '../turn/next-wishes.ts'
import type { ChatView } from '../views.ts'

export interface MarkArtifactInput extends ChatPlace {
  readonly key: string
  /** What the budget does with it: `essential` stays whole, `optional` goes first. */
  readonly priority: Priority
}

/** Says how dear something kept is. It counts from the next turn on. [B-2] */
export async function markArtifact(context: AppContext, input: MarkArtifactInput): Promise<ChatView> {
  const { key, priority, ...place } = input
  const { store } = context
  await requireChat(context, place)
  const { state } = await loadState(context, place)
  if (!state.places.has(key)) throw new AppError('artifact-not-found', `"${key}" is not kept in this chat.`)
  const { workspaceId, chatId: conversationId } = place
  await store.commit([
    wishStatement(store, place, { key, priority }),
    store.chatFiles.mark({ workspaceId, conversationId }),
  ])
  context.chatFiles.due(workspaceId)
  return openChat(context, place)
}
