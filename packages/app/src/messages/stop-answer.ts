import { setTimeout as delay } from 'node:timers/promises'
import type { StopReason } from '../answer/stream-answer.ts'
import type { AppContext } from '../app-context.ts'
import { loadTurnView } from '../turn/load-turn-view.ts'
import type { TurnView } from '../views.ts'

const PATIENCE_MILLISECONDS = 1000

/** Stops an answer and keeps what came of it. One that has ended already stays as it is. */
export async function stopAnswer(
  context: AppContext,
  input: { readonly workspaceId: string; readonly answerId: string },
): Promise<TurnView> {
  const before = await loadTurnView(context, input)
  const live = context.live.get(input.answerId)
  if (!live) return before
  live.stopping.abort('stopped' satisfies StopReason)
  // Saving may have to wait for room on the disk; whoever pressed Stop does not.
  await Promise.race([live.ended, delay(PATIENCE_MILLISECONDS, undefined, { ref: false })])
  return loadTurnView(context, input)
}
