import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { type ChatPlace, requireChat } from '../chats/require-chat.ts'
import type { AsideTextView } from './aside-views.ts'
import { unsealExchange } from './sealed-exchange.ts'

export interface ReadAsideInput extends ChatPlace {
  readonly asideId: string
}

/** What was sent and received in one call beside the answers of a chat. */
export async function readAside(context: AppContext, input: ReadAsideInput): Promise<AsideTextView> {
  const { workspaceId, chatId, asideId: id } = input
  await requireChat(context, input)
  const call = await context.store.sideCalls.get({ workspaceId, id })
  if (!call || call.conversationId !== chatId)
    throw new AppError('answer-not-found', 'There is no such call in this chat.')
  const said = await unsealExchange(context, call)
  if (!said) return { id }
  // A comparison keeps what it says when the trace is deleted, and not what it answers.
  return { id, ...(said.request === '' ? {} : { request: said.request }), answer: said.answer }
}
