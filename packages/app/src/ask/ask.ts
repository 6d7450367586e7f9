import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { checkMessage } from '../messages/check-message.ts'
import { sendMessage, type SendMessageInput } from '../messages/send-message.ts'
import type { SentMessage } from '../turn/dispatch-turn.ts'
import type { AskEvent } from './ask-views.ts'
import { type ChatWanted, modelOf, withChatToAsk } from './chat-to-ask.ts'
import { followSent } from './follow-sent.ts'
import { requireAttached } from './require-attached.ts'

type Said = Pick<
  SendMessageInput,
  'text' | 'attach' | 'modelIds' | 'decision' | 'allowExtracts' | 'dropOptional' | 'leaveOut' | 'unrecorded'
>

export interface AskInput extends ChatWanted, Said {
  /** Stops the answers; what came of them is kept. */
  readonly signal: AbortSignal
}

/**
 * Sends a message and tells what comes of it until all of its answers have ended. Nobody is there to be asked for
 * anything; whoever stops listening stops the answers.
 */
export async function* ask(context: AppContext, input: AskInput): AsyncGenerator<AskEvent> {
  try {
    const { workspaceId, signal, chatId: wanted } = input
    const sent = await send(context, input)
    yield* followSent(context, { ...sent, workspaceId, signal, isNewChat: wanted === undefined })
  } catch (error) {
    throw toAppError(error)
  }
}

interface SentToChat extends SentMessage {
  readonly chatId: string
}

async function send(context: AppContext, input: AskInput): Promise<SentToChat> {
  const { workspaceId, text, attach, modelIds = [], decision, leaveOut, unrecorded } = input
  const { allowExtracts, dropOptional } = input
  // Before a chat is begun for it.
  checkMessage(input)
  await requireAttached(context, input)
  return withChatToAsk(context, input, async (chat) => {
    const models = modelIds.length > 0 ? { modelIds } : { modelId: await modelOf(context, workspaceId, chat) }
    const place = { workspaceId, chatId: chat.id }
    const message = { text, attach, decision, allowExtracts, dropOptional, leaveOut, unrecorded }
    const sent = await sendMessage(context, { ...place, ...message, ...models })
    return { ...sent, chatId: chat.id }
  })
}
