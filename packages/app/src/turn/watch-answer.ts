import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { stepsView } from '../agent/read-steps.ts'
import { type NumberedEvent, PIECE_CHARACTERS } from './live-answer.ts'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { wholePart } from '../tools/files/show-lines.ts'
import { loadTurnView } from './load-turns.ts'
import type { TurnView } from '@varve/contract'

export interface WatchAnswerInput {
  readonly workspaceId: string
  readonly answerId: string
  /** The number of the last event that the watcher has seen; 0 for none. */
  readonly after: number
  /** How much of the reasoning they have seen. */
  readonly reasoned?: number | undefined
  /** How often the steps had changed. */
  readonly stepped?: number | undefined
  /** Aborted when the watcher leaves. */
  readonly signal?: AbortSignal | undefined
}

const LOOK_MILLISECONDS = 1000

/** The events of an answer from where the watcher left off; undefined when there is none left. */
export async function watchAnswer(
  context: AppContext,
  input: WatchAnswerInput,
): Promise<AsyncIterable<NumberedEvent> | undefined> {
  const { workspaceId, answerId, after, reasoned, stepped } = input
  await requireLivingChat(context, { workspaceId, answerId })
  const live = context.live.get(answerId)
  const turn = await loadTurnView(context, { workspaceId, answerId })
  if (live) return withLooks(live.watch({ id: after, reasoned, stepped }))
  if (turn.answer.status === 'streaming') return eventsOfOtherProcess(context, input)
  // After a crash the kept text may be shorter than what was seen, so the numbers say nothing then.
  const { status, text } = turn.answer
  if (status !== 'interrupted' && after === text.length + 1) return undefined
  return eventsOf(shared(answerId, turn), after)
}

async function* withLooks(events: AsyncIterable<NumberedEvent>): AsyncGenerator<NumberedEvent> {
  for await (const { event, ...position } of events)
    yield { ...position, event: event.kind === 'steps' ? { ...event, steps: stepsView(event.steps) } : event }
}

/** An answer goes to the trash with its chat. */
async function requireLivingChat(
  { store }: Pick<AppContext, 'store'>,
  { workspaceId, answerId }: Pick<WatchAnswerInput, 'workspaceId' | 'answerId'>,
): Promise<void> {
  const answer = await store.answers.get({ workspaceId, id: answerId })
  const chat = answer && (await store.conversations.get({ workspaceId, id: answer.conversationId }))
  if (!chat) throw new AppError('answer-not-found', 'There is no such answer.')
}

/** Another program writes it: what it has stored is looked at until it has ended there. */
async function* eventsOfOtherProcess(
  context: AppContext,
  { workspaceId, answerId, after, signal }: WatchAnswerInput,
): AsyncGenerator<NumberedEvent> {
  const leaving = signal ? AbortSignal.any([signal, context.closing]) : context.closing
  let seen = after
  while (!leaving.aborted) {
    const answer = await context.store.answers.get({ workspaceId, id: answerId })
    if (answer?.status !== 'streaming') {
      yield* eventsOf(shared(answerId, await loadTurnView(context, { workspaceId, answerId })), seen)
      return
    }
    yield* textOf(answer.text, seen)
    seen = Math.max(seen, answer.text.length)
    await delay(LOOK_MILLISECONDS, undefined, { signal: leaving, ref: false }).catch(() => undefined)
  }
}

const watched = new Map<string, WeakRef<TurnView>>()

/** The same turn for everyone who reads it now: a slow reader of a long answer would hold a copy of it each. */
function shared(answerId: string, turn: TurnView): TurnView {
  const known = watched.get(answerId)?.deref()
  if (known && isDeepStrictEqual(known, turn)) return known
  for (const [id, other] of watched) if (!other.deref()) watched.delete(id)
  watched.set(answerId, new WeakRef(turn))
  return turn
}

async function* eventsOf(turn: TurnView, after: number): AsyncGenerator<NumberedEvent> {
  const { text, error } = turn.answer
  yield* textOf(text, after)
  const id = text.length + 1
  yield { id, event: error === undefined ? { kind: 'done', turn } : { kind: 'failed', message: error, turn } }
}

function* textOf(text: string, after: number): Generator<NumberedEvent> {
  for (let id = after; id < text.length; ) {
    const delta = wholePart(text.slice(id, id + PIECE_CHARACTERS + 1), PIECE_CHARACTERS)
    id += delta.length
    yield { id, event: { kind: 'text', delta } }
  }
}
