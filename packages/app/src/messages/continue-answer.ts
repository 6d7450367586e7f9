import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { GuardDecision } from '../guard/guard-decision.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { endsEarly } from './ends-early.ts'
import { placeMessage } from './send-message.ts'
import type { SentMessage } from '../turn/dispatch-turn.ts'
import { requireAnswer, requireTurn } from '../turn/require-turn.ts'

export interface ContinueAnswerInput extends ChatPlace {
  readonly answerId: string
  readonly decision?: GuardDecision | undefined
  readonly idempotencyKey?: string | undefined
}

const REQUEST = 'Your answer was cut off. Go on exactly where it stopped, without repeating any of it.'

/** Lets the model go on with an answer that was cut off, stopped or broken, that ran out of room or was withheld in part. */
export async function continueAnswer(context: AppContext, input: ContinueAnswerInput): Promise<SentMessage> {
  const { answerId, ...place } = input
  const answer = await requireAnswer(context, input, answerId)
  const isWhole = answer.status === 'complete' && endsEarly(answer) === undefined
  if (isWhole || answer.status === 'streaming' || answer.text === '')
    throw new AppError('answer-complete', 'There is nothing to go on with in this answer.')
  const turn = await requireTurn(context, input, answer.turnId)
  const message = { ...place, text: REQUEST, attach: [], modelId: answer.modelId, continues: answerId }
  return placeMessage(context, { ...message, after: { turn, answer } }, `continue ${answerId}`)
}
