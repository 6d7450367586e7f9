import { StoreError } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { LiveAnswer } from '../answer/live-answer.ts'
import { addToolRules } from '../tools/rules/change-tool-rules.ts'

interface LivePlace {
  readonly workspaceId: string
  readonly answerId: string
}

export interface AnswerCallInput extends LivePlace {
  readonly callId: string
  /** `approve`, `reject: why`, or any text where something was asked. */
  readonly answer: string
  /** With `approve`: this very call does not ask again in this workspace; with `wider`, nor do those of its wider scope. */
  readonly always?: boolean | 'wider' | undefined
}

/** Says yes or no to a call that waits, or answers what it asks. */
export async function answerCall(
  context: AppContext,
  { callId, answer, always = false, ...place }: AnswerCallInput,
): Promise<void> {
  const live = await requireLive(context, place)
  if (always) await allowAlways(context, live, { workspaceId: place.workspaceId, callId, answer, always })
  if (!live.answerQuestion(callId, answer))
    throw new AppError('answer-complete', 'This call does not wait for an answer any more.')
}

/** Only what the one who was asked has seen can be allowed for good. */
async function allowAlways(
  context: AppContext,
  live: LiveAnswer,
  { workspaceId, callId, answer, always }: Omit<AnswerCallInput, 'answerId'>,
): Promise<void> {
  const call = live.steps
    .flatMap(({ calls }) => calls)
    .find((one) => one.callId === callId && one.status === 'waiting')
  if (!call) throw new AppError('answer-complete', 'This call does not wait for an answer any more.')
  const rules = always === 'wider' ? call.question?.wider?.rules : call.question?.always
  if (!rules || answer !== 'approve')
    throw new AppError('message-invalid', 'This call asks each time; nothing was allowed for good.')
  await addToolRules(context, { workspaceId, rules })
  live.allow(rules)
}

/** Tells a model something while it works; it reads that with its next results. What was said is on disk. */
export async function steerAnswer(
  context: AppContext,
  { text, ...place }: LivePlace & { readonly text: string },
): Promise<void> {
  if (text.trim() === '' || !text.isWellFormed())
    throw new AppError('message-empty', 'There is nothing to tell.')
  const live = await requireLive(context, place)
  if (!live.say(text)) throw hasEnded()
  try {
    const { workspaceId, answerId: id } = place
    await context.store.commit([context.store.answers.saveSteps({ workspaceId, id }, live.steps)])
  } catch (error) {
    if (error instanceof StoreError && error.code === 'conflict') throw hasEnded()
    throw error
  }
}

/** Ids of other workspaces do not exist here. */
async function requireLive({ store, live }: AppContext, { workspaceId, answerId }: LivePlace) {
  const answer = await store.answers.get({ workspaceId, id: answerId })
  const running = answer && live.get(answerId)
  if (!answer) throw new AppError('answer-not-found', 'There is no such answer.')
  if (!running) throw hasEnded()
  return running
}

function hasEnded(): AppError {
  return new AppError('answer-complete', 'This answer has ended.')
}
