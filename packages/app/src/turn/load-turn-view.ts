import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { TurnView } from '../views.ts'
import { buildTurnView } from './build-turn-view.ts'
import type { PlanSummary } from './record-plan.ts'

/** The turn that an answer belongs to, as it is stored now. */
export async function loadTurnView(
  context: AppContext,
  place: { readonly workspaceId: string; readonly answerId: string },
): Promise<TurnView> {
  const { store } = context
  const { workspaceId } = place
  const answer = await store.answers.get({ workspaceId, id: place.answerId })
  const turn = answer && (await store.turns.get({ workspaceId, id: answer.turnId }))
  if (!answer || !turn) throw new AppError('answer-not-found', 'There is no such answer.')
  const summary = await store.plans.summary({ workspaceId, turnId: turn.id, modelId: answer.modelId })
  return buildTurnView(context, { turn, answer, summary: summary as PlanSummary })
}
