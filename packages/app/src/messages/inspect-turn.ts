import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { endOf } from '../turn/point.ts'
import { loadCall } from '../trace/load-call.ts'
import { requireTurn } from '../turn/require-turn.ts'
import type { InspectionView } from '../views.ts'

export interface InspectTurnInput extends ChatPlace {
  /** The id of the turn, or its place in the branch on show. */
  readonly turn: string | number
  /** One of its answers; the one that the thread goes on with where it is left out. */
  readonly answerId?: string | undefined
}

/** What a model was given for one turn, as it was recorded when it was sent. */
export async function inspectTurn(context: AppContext, input: InspectTurnInput): Promise<InspectionView> {
  const { store } = context
  const { workspaceId } = input
  const turn = await requireTurn(context, input, input.turn)
  const answers = await store.answers.ofTurn(workspaceId, turn.id)
  const wanted = input.answerId ?? (await endOf(context, turn)).answer?.id ?? answers[0]?.id
  const answer = answers.find(({ id }) => id === wanted)
  if (!answer) throw new AppError('answer-not-found', `Turn ${turn.number} has no such answer.`)
  const call = await loadCall(context, { workspaceId, answerId: answer.id, number: 1 })
  if (!call) throw new AppError('answer-not-found', `Nothing was sent to ${answer.modelName} for this turn.`)
  if (call.kind === 'kept') return call.inspection
  const day = new Date(call.at).toISOString().slice(0, 10)
  throw new AppError(
    'trace-deleted',
    `What was sent for this turn was deleted on ${day}. The chat, its answers and their costs are kept.`,
  )
}
