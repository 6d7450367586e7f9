import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { TurnView } from '../views.ts'
import { loadTurns } from './load-turns.ts'

/** The turn that an answer belongs to, as it is stored now, with that answer on show. */
export async function loadTurnView(
  context: AppContext,
  place: { readonly workspaceId: string; readonly answerId: string },
): Promise<TurnView> {
  const { store } = context
  const { workspaceId, answerId } = place
  const answer = await store.answers.get({ workspaceId, id: answerId })
  const turn = answer && (await store.turns.get({ workspaceId, id: answer.turnId }))
  const [view] = turn
    ? await loadTurns(context, {
        workspaceId,
        chatId: turn.conversationId,
        headId: turn.id,
        from: turn.number,
      })
    : []
  if (!view) throw new AppError('answer-not-found', 'There is no such answer.')
  return { ...view, answer: view.answers.find(({ id }) => id === answerId) ?? view.answer }
}
