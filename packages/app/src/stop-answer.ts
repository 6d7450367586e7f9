import type { StopReason } from './answer/stream-answer.ts'
import type { AppContext } from './app-context.ts'
import { loadTurnView } from './turn/load-turn-view.ts'
import type { TurnView } from './views.ts'

/** Stops an answer and keeps what came of it. One that has ended already stays as it is. */
export async function stopAnswer(
  context: AppContext,
  input: { readonly workspaceId: string; readonly answerId: string },
): Promise<TurnView> {
  const before = await loadTurnView(context, input)
  const live = context.live.get(input.answerId)
  if (!live) return before
  live.stopping.abort('stopped' satisfies StopReason)
  await live.ended
  return loadTurnView(context, input)
}
