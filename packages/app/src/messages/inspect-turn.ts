import { unpackJson } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { endOf } from '../turn/point.ts'
import type { RecordedInspection } from '../turn/record-plan.ts'
import { readWire } from '../turn/recorded-wire.ts'
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
  const root = await store.calls.get({ workspaceId, answerId: answer.id, number: 1 })
  if (root === undefined)
    throw new AppError('answer-not-found', `Nothing was sent to ${answer.modelName} for this turn.`)
  const { value, missing } = await unpackJson(root, (hashes) => store.objects.getMany(workspaceId, hashes))
  if (missing.size > 0)
    throw new AppError(
      'data-corrupt',
      `${missing.size} texts of turn ${turn.number} are missing from storage.`,
    )
  const { wire, ...inspection } = value as RecordedInspection
  return wire ? { ...inspection, wire: readWire(wire) } : inspection
}
