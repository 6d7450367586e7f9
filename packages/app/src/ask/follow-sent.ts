import type { AppContext } from '../app-context.ts'
import { stopAnswer } from '../messages/stop-answer.ts'
import type { SentMessage } from '../turn/dispatch-turn.ts'
import { readTurnOptions } from '../turn/turn-options.ts'
import type { AskEvent } from './ask-views.ts'
import { followAnswer } from './follow-answer.ts'

export interface SentToFollow extends SentMessage {
  readonly workspaceId: string
  readonly chatId: string
  readonly isNewChat: boolean
  /** Stops the answers; what came of them is kept. */
  readonly signal: AbortSignal
}

/** Tells what comes of a message until all of its answers have ended; whoever stops listening stops the answers. */
export async function* followSent(context: AppContext, sent: SentToFollow): AsyncGenerator<AskEvent> {
  const { workspaceId, chatId, turnId, answerIds, isNewChat, signal } = sent
  const stopAll = async (): Promise<void> => {
    await Promise.allSettled(answerIds.map((answerId) => stopAnswer(context, { workspaceId, answerId })))
  }
  const onAbort = (): void => void stopAll()
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  try {
    yield { kind: 'sent', chatId, turnId, isNewChat, answers: answerIds.length }
    const turn = await context.store.turns.get({ workspaceId, id: turnId })
    const cites = readTurnOptions(turn?.options).runner !== undefined
    for (const answerId of answerIds) yield* followAnswer(context, { workspaceId, answerId, cites })
  } finally {
    signal.removeEventListener('abort', onAbort)
    await stopAll()
  }
}
