import type { AnswerRecord, TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { ChatPlace } from './require-chat.ts'
import { endOf } from './branch-position.ts'
import { requireTurn } from './require-turn.ts'

export interface AnswerInput extends ChatPlace {
  /** The id of the turn, or its place in the branch on show. */
  readonly turn: string | number
  /** One of its answers; the one that the thread goes on with where it is left out. */
  readonly answerId?: string | undefined
}

/** An answer of a turn, with all that the turn has. */
export interface AnswerOfTurn {
  readonly turn: TurnRecord
  readonly answers: readonly AnswerRecord[]
  readonly answer: AnswerRecord
}

export async function requireAnswer(context: AppContext, input: AnswerInput): Promise<AnswerOfTurn> {
  const turn = await requireTurn(context, input, input.turn)
  const answers = await context.store.answers.ofTurn(input.workspaceId, turn.id)
  const wanted = input.answerId ?? (await endOf(context, turn)).answer?.id ?? answers[0]?.id
  const answer = answers.find(({ id }) => id === wanted)
  if (!answer) throw new AppError('answer-not-found', `Turn ${turn.number} has no such answer.`)
  return { turn, answers, answer }
}
