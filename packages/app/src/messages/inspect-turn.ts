import type { AnswerRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { loadAsides } from '../aside/load-asides.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { endOf } from '../turn/point.ts'
import { loadCall } from '../trace/load-call.ts'
import { missingCall } from '../trace/missing-call.ts'
import { requireTurn } from '../turn/require-turn.ts'
import type { InspectionView } from '../views.ts'

export interface InspectTurnInput extends ChatPlace {
  /** The id of the turn, or its place in the branch on show. */
  readonly turn: string | number
  /** One of its answers; the one that the thread goes on with where it is left out. */
  readonly answerId?: string | undefined
  /** Of the calls that the answer took, counted from 1; the last one where it is left out. */
  readonly call?: number | undefined
}

/** What a model was given for one turn, as it was recorded when it was sent. */
export async function inspectTurn(context: AppContext, input: InspectTurnInput): Promise<InspectionView> {
  const { store } = context
  const { workspaceId, chatId } = input
  const turn = await requireTurn(context, input, input.turn)
  const answers = await store.answers.ofTurn(workspaceId, turn.id)
  const wanted = input.answerId ?? (await endOf(context, turn)).answer?.id ?? answers[0]?.id
  const answer = answers.find(({ id }) => id === wanted)
  if (!answer) throw new AppError('answer-not-found', `Turn ${turn.number} has no such answer.`)
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

async function countCalls({ store }: AppContext, { workspaceId, turnId, id }: AnswerRecord): Promise<number> {
  const calls = await store.calls.ofTurns(workspaceId, [turnId])
  return Math.max(0, ...calls.filter(({ answerId }) => answerId === id).map(({ number }) => number))
}
