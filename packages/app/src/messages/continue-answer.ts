import { CONTINUE_REQUEST } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { GuardDecision } from '../guard/guard-decision.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { endsEarly } from './ends-early.ts'
import { regenerateAnswer } from './regenerate-answer.ts'
import { placeMessage } from './send-message.ts'
import { answerRunning, type SentMessage } from '../turn/dispatch-turn.ts'
import { requireAnswer, requireTurn } from '../turn/require-turn.ts'
import { readTurnOptions } from '../turn/turn-options.ts'

export interface ContinueAnswerInput extends ChatPlace {
  readonly answerId: string
  readonly decision?: GuardDecision | undefined
  readonly idempotencyKey?: string | undefined
}

/**
 * Lets the model go on with an answer that was cut off, stopped or broken, that ran out of room or was withheld in part. Where not a word
 * of it had come, the same model answers the same question from the start.
 */
export async function continueAnswer(context: AppContext, input: ContinueAnswerInput): Promise<SentMessage> {
  const { answerId, ...place } = input
  const answer = await requireAnswer(context, input, answerId)
  if (answer.status === 'streaming') throw answerRunning(context, input)
  if (answer.status === 'complete' && endsEarly(answer) === undefined)
    throw new AppError('answer-complete', 'There is nothing to go on with in this answer.')
  if (answer.text === '')
    return regenerateAnswer(context, { ...place, turnId: answer.turnId, modelIds: [answer.modelId] })
  const turn = await requireTurn(context, input, answer.turnId)
  // What was detected in the question, or set for it, goes on guiding its answer.
  const { areas = [], jurisdictions = [] } = readTurnOptions(turn.options)
  const message = {
    ...place,
    text: CONTINUE_REQUEST,
    attach: [],
    modelId: answer.modelId,
    continues: answerId,
    areas: areas.map(({ pack, id }) => `${pack}/${id}`),
    jurisdictions,
  }
  return placeMessage(context, { ...message, after: { turn, answer } }, `continue ${answerId}`)
}
