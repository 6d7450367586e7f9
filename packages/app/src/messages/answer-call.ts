import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'

interface LivePlace {
  readonly workspaceId: string
  readonly answerId: string
}

/** Says yes or no to a call that waits, or answers what it asks: `approve`, `reject: why`, or any text. */
export async function answerCall(
  context: AppContext,
  { callId, answer, ...place }: LivePlace & { readonly callId: string; readonly answer: string },
): Promise<void> {
  const live = await requireLive(context, place)
  if (!live.answerQuestion(callId, answer))
    throw new AppError('answer-complete', 'This call does not wait for an answer any more.')
}

/** Tells a model something while it works; it reads that with its next results. */
export async function steerAnswer(
  context: AppContext,
  { text, ...place }: LivePlace & { readonly text: string },
): Promise<void> {
  if (text.trim() === '' || !text.isWellFormed())
    throw new AppError('message-empty', 'There is nothing to tell.')
  ;(await requireLive(context, place)).say(text)
}

/** Ids of other workspaces do not exist here. */
async function requireLive({ store, live }: AppContext, { workspaceId, answerId }: LivePlace) {
  const answer = await store.answers.get({ workspaceId, id: answerId })
  const running = answer && live.get(answerId)
  if (!answer) throw new AppError('answer-not-found', 'There is no such answer.')
  if (!running) throw new AppError('answer-complete', 'This answer has ended.')
  return running
}
