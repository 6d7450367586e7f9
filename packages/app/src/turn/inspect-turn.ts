import type { AnswerRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { loadAsides } from '../side-calls/load-asides.ts'
import { loadCall } from '../call-log/load-call.ts'
import { missingCall } from '../call-log/missing-call.ts'
import { type AnswerInput, requireAnswer } from '../chat/require-answer.ts'
import type { InspectionView } from '../views.ts'

export interface InspectTurnInput extends AnswerInput {
  /** Of the calls that the answer took, counted from 1; the last one where it is left out. */
  readonly call?: number | undefined
}

/** What a model was given for one turn, as it was recorded when it was sent. */
export async function inspectTurn(context: AppContext, input: InspectTurnInput): Promise<InspectionView> {
  const { workspaceId, chatId } = input
  const { turn, answers, answer } = await requireAnswer(context, input)
  const calls = await countCalls(context, answer)
  const number = input.call ?? calls
  const call = await loadCall(context, { workspaceId, answerId: answer.id, number })
  if (!call)
    throw new AppError(
      'answer-not-found',
      calls === 0
        ? `Nothing was sent to ${answer.modelName} for this turn.`
        : `There is no call ${number}: ${calls} went to ${answer.modelName} for this answer.`,
    )
  if (call.kind === 'kept') {
    const beside = await loadAsides(context, { workspaceId, chatId, answers: new Map([[turn.id, answers]]) })
    return { ...call.inspection, call: number, calls, asides: beside.get(turn.id) ?? [] }
  }
  throw missingCall(call)
}

async function countCalls(
  { store }: Pick<AppContext, 'store'>,
  { workspaceId, turnId, id }: AnswerRecord,
): Promise<number> {
  const calls = await store.calls.ofTurns(workspaceId, [turnId])
  return Math.max(0, ...calls.filter(({ answerId }) => answerId === id).map(({ number }) => number))
}
