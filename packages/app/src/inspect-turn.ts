import { unpackJson } from '@varve/store'
import type { AppContext } from './app-context.ts'
import { AppError } from './app-error.ts'
import { type ChatPlace, requireChat } from './require-chat.ts'
import type { RecordedInspection } from './turn/record-plan.ts'
import { readWire } from './turn/recorded-wire.ts'
import type { InspectionView } from './views.ts'

/** What the model was given for one turn, as it was recorded when it was sent. */
export async function inspectTurn(
  context: AppContext,
  { number, ...place }: ChatPlace & { readonly number: number },
): Promise<InspectionView> {
  await requireChat(context, place)
  const { store } = context
  const { workspaceId, chatId: conversationId } = place
  const turn = await store.turns.byNumber({ workspaceId, conversationId, number })
  const [answer] = turn ? await store.answers.ofTurn(workspaceId, turn.id) : []
  if (!turn || !answer) throw new AppError('turn-not-found', `This chat has no turn ${number}.`)
  const root = await store.plans.get({ workspaceId, turnId: turn.id, modelId: answer.modelId })
  const { value, missing } = await unpackJson(root, (hashes) => store.objects.getMany(workspaceId, hashes))
  if (missing.size > 0)
    throw new AppError('data-corrupt', `${missing.size} texts of turn ${number} are missing from storage.`)
  const { wire, ...inspection } = value as RecordedInspection
  return wire ? { ...inspection, wire: readWire(wire) } : inspection
}
