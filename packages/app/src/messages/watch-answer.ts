import type { NumberedEvent } from '../answer/live-answer.ts'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { loadTurnView } from '../turn/load-turn-view.ts'
import type { TurnView } from '../views.ts'

export interface WatchAnswerInput {
  readonly workspaceId: string
  readonly answerId: string
  /** The number of the last event that the watcher has seen; 0 for none. */
  readonly after: number
  /** How much of the reasoning they have seen. */
  readonly reasoned?: number | undefined
  /** How often the steps had changed. */
  readonly stepped?: number | undefined
}

/** The events of an answer from where the watcher left off; undefined when there is none left. */
export async function watchAnswer(
  context: AppContext,
  { workspaceId, answerId, after, reasoned, stepped }: WatchAnswerInput,
): Promise<AsyncIterable<NumberedEvent> | undefined> {
  await requireLivingChat(context, { workspaceId, answerId })
  const live = context.live.get(answerId)
  const turn = await loadTurnView(context, { workspaceId, answerId })
  if (live) return live.watch({ id: after, reasoned, stepped })
  // After a crash the kept text may be shorter than what was seen, so the numbers say nothing then.
  const { status, text } = turn.answer
  if (status !== 'interrupted' && after === text.length + 1) return undefined
  return eventsOf(turn, after)
}

/** An answer goes to the trash with its chat. */
async function requireLivingChat(
  { store }: AppContext,
  { workspaceId, answerId }: Pick<WatchAnswerInput, 'workspaceId' | 'answerId'>,
): Promise<void> {
  const answer = await store.answers.get({ workspaceId, id: answerId })
  const chat = answer && (await store.conversations.get({ workspaceId, id: answer.conversationId }))
  if (!chat) throw new AppError('answer-not-found', 'There is no such answer.')
}

async function* eventsOf(turn: TurnView, after: number): AsyncGenerator<NumberedEvent> {
  const { text, error } = turn.answer
  if (after < text.length) yield { id: text.length, event: { kind: 'text', delta: text.slice(after) } }
  const id = text.length + 1
  yield { id, event: error === undefined ? { kind: 'done', turn } : { kind: 'failed', message: error, turn } }
}
