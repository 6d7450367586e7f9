import { redactText } from '@varve/guard'
import type { AnswerRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { loadRedaction } from './load-redaction.ts'

const LEFT_OUT = '(cut off)'

/**
 * An answer as the model wrote it. One that was cut off is stored as it was shown, with the values in place of
 * their placeholders: they are taken out again, or they would leave with the next message.
 */
export async function asReceived(
  context: AppContext,
  place: ChatPlace,
  answer: AnswerRecord | undefined,
): Promise<AnswerRecord | undefined> {
  if (!answer || answer.received !== undefined || answer.status === 'complete') return answer
  const { state, lost } = await loadRedaction(context, place, answer.turnId)
  // Nobody knows what is to be taken out of it.
  if (lost) return { ...answer, received: LEFT_OUT }
  if (Object.keys(state.values).length === 0) return answer
  const { text } = redactText(state, answer.text, [], { keepKnownPlaceholders: true })
  return text === answer.text ? answer : { ...answer, received: text }
}
