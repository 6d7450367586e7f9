import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { openChat } from '../chats/open-chat.ts'
import { type ChatPlace, requireChat } from '../chats/require-chat.ts'
import { loadState } from '../turn/load-state.ts'
import type { ChatView } from '../views.ts'

export interface ForgetArtifactInput extends ChatPlace {
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
