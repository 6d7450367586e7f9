import { setTimeout as delay } from 'node:timers/promises'
import type { StopReason } from '../answer/stream-answer.ts'
import type { AppContext } from '../app-context.ts'
import { loadTurnView } from '../turn/load-turn-view.ts'
import type { TurnView } from '../views.ts'

const PATIENCE_MILLISECONDS = 1000
/** Another program looks for such wishes every second. */
const PATIENCE_ELSEWHERE = 4000
const LOOK_MILLISECONDS = 200

interface AnswerToStop {
  readonly workspaceId: string
  readonly answerId: string
}

/** Stops an answer and keeps what came of it. One that has ended already stays as it is. */
export async function stopAnswer(context: AppContext, input: AnswerToStop): Promise<TurnView> {
  const before = await loadTurnView(context, input)
  const live = context.live.get(input.answerId)
  if (!live) return isElsewhere(context, before) ? stopElsewhere(context, input) : before
  live.stopping.abort('stopped' satisfies StopReason)
  // Saving may have to wait for room on the disk; whoever pressed Stop does not.
  await Promise.race([live.ended, delay(PATIENCE_MILLISECONDS, undefined, { ref: false })])
  return loadTurnView(context, input)
}

/** Another program writes it. */
function isElsewhere({ store }: AppContext, { answer }: TurnView): boolean {
  return store.answers.isShared && answer.status === 'streaming'
}

/** Whoever writes it is asked to stop; what has no writer any more is ended by whoever notices first. */
async function stopElsewhere(context: AppContext, input: AnswerToStop): Promise<TurnView> {
  const { store, clock } = context
  const place = { workspaceId: input.workspaceId, id: input.answerId }
  await store.commit([store.answers.askStop(place, clock.now())])
  for (let waited = 0; waited < PATIENCE_ELSEWHERE; waited += LOOK_MILLISECONDS) {
    if ((await store.answers.get(place))?.status !== 'streaming') break
    await delay(LOOK_MILLISECONDS, undefined, { ref: false })
  }
  return loadTurnView(context, input)
}
