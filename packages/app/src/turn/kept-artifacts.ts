import type { Priority } from '@varve/engine/internal'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { loadState } from '../chat/load-state.ts'
import { wishStatement } from '../chat/pending-options.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'
import type { ChatView } from '../views.ts'
import { openChat } from './open-chat.ts'

interface MarkArtifactInput extends ChatPlace {
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

interface ForgetArtifactInput extends ChatPlace {
  readonly key: string
  /** Takes a forget back that no turn has carried out yet. */
  readonly undo?: boolean | undefined
}

/** Takes something out of every later request of a chat. It happens with the next turn. */
export async function forgetArtifact(context: AppContext, input: ForgetArtifactInput): Promise<ChatView> {
  const { key, undo = false, ...place } = input
  await requireChat(context, place)
  const { state } = await loadState(context, place)
  if (!state.places.has(key)) throw new AppError('artifact-not-found', `"${key}" is not kept in this chat.`)
  const { forgets, chatFiles, commit } = context.store
  const forget = { workspaceId: place.workspaceId, conversationId: place.chatId, key }
  await commit([undo ? forgets.remove(forget) : forgets.add(forget), chatFiles.mark(forget)])
  context.chatFiles.due(place.workspaceId)
  return openChat(context, place)
}
