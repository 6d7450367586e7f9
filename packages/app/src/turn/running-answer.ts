import { StoreError } from '@varve/store'
import { setTimeout as delay } from 'node:timers/promises'
import type { ToolCallRecord, ToolRule } from '@varve/contract'
import { readSteps } from '../agent/read-steps.ts'
import { requireUnlimited } from '../acting.ts'
import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import { addToolRules } from '../tools/rules/change-tool-rules.ts'
import type { TurnView } from '@varve/contract'
import { type CutCall, loadCutAnswer, waitingCallOf } from './cut-answer.ts'
import type { LiveAnswer } from './live-answer.ts'
import { loadTurnView } from './load-turns.ts'
import { regenerateAnswer } from './regenerate.ts'
import type { StopReason } from './stream-answer.ts'

interface LivePlace {
  readonly workspaceId: string
  readonly answerId: string
}

interface AnswerCallInput extends LivePlace {
  readonly callId: string
  /** `approve`, `reject: why`, or any text where something was asked. */
  readonly answer: string
  /** With `approve`: this very call does not ask again in this workspace; with `wider`, nor do those of its wider scope. */
  readonly always?: boolean | 'wider' | undefined
}

/** Says yes or no to a call that waits, or answers what it asks: also where its program ended since it asked. */
export async function answerCall(
  context: AppContext,
  { callId, answer, always = false, ...place }: AnswerCallInput,
): Promise<void> {
  if (always) requireUnlimited('it allows a call once, never for good.')
  const stored = await context.store.answers.get({ workspaceId: place.workspaceId, id: place.answerId })
  const waiting = stored && waitingCallOf(stored, callId)
  if (stored && waiting) {
    if (always) await addToolRules(context, rulesAllowed(waiting, { ...place, answer, always }))
    return goOnAfter(context, { answer: stored, callId, reply: answer })
  }
  const live = await requireLive(context, place)
  if (always) await allowAlways(context, live, { workspaceId: place.workspaceId, callId, answer, always })
  if (!live.answerQuestion(callId, answer))
    throw new AppError('answer-complete', 'This call does not wait for an answer any more.')
}

/** Another answer to the same question continues from where this one was cut off. */
async function goOnAfter(context: AppContext, cutCall: CutCall): Promise<void> {
  const { workspaceId, conversationId: chatId, turnId, modelId, id, steps } = cutCall.answer
  const cut = await loadCutAnswer(context, cutCall)
  await regenerateAnswer(context, { workspaceId, chatId, turnId, modelIds: [modelId], cut })
  const over = readSteps(steps, true)
  await context.store
    .commit([context.store.answers.reviseSteps({ workspaceId, id }, steps, over)])
    .catch((error: unknown) => context.report(`A question still looks open: ${toAppError(error).message}`))
}

type AllowedForGood = Omit<AnswerCallInput, 'answerId' | 'callId'>

/** Only what the one who was asked has seen can be allowed for good. */
function rulesAllowed(
  call: ToolCallRecord,
  { workspaceId, answer, always }: AllowedForGood,
): { readonly workspaceId: string; readonly rules: readonly ToolRule[] } {
  const rules = always === 'wider' ? call.question?.wider?.rules : call.question?.always
  if (!rules || answer !== 'approve')
    throw new AppError('message-invalid', 'This call asks each time; nothing was allowed for good.')
  return { workspaceId, rules }
}

async function allowAlways(
  context: AppContext,
  live: LiveAnswer,
  { callId, ...allowed }: AllowedForGood & Pick<AnswerCallInput, 'callId'>,
): Promise<void> {
  const call = live.steps
    .flatMap(({ calls }) => calls)
    .find((one) => one.callId === callId && one.status === 'waiting')
  if (!call) throw new AppError('answer-complete', 'This call does not wait for an answer any more.')
  const { workspaceId, rules } = rulesAllowed(call, allowed)
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
async function requireLive(
  { store, live }: Pick<AppContext, 'store' | 'live'>,
  { workspaceId, answerId }: LivePlace,
) {
  const answer = await store.answers.get({ workspaceId, id: answerId })
  const running = answer && live.get(answerId)
  if (!answer) throw new AppError('answer-not-found', 'There is no such answer.')
  if (!running) throw hasEnded()
  return running
}

function hasEnded(): AppError {
  return new AppError('answer-complete', 'This answer has ended.')
}

const PATIENCE_MILLISECONDS = 1000
/** Other programs check for stop requests every second. */
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
  // Saving may have to wait for room on the disk; anyone who pressed Stop does not.
  await Promise.race([live.ended, delay(PATIENCE_MILLISECONDS, undefined, { ref: false })])
  return loadTurnView(context, input)
}

/** Another program writes it. */
function isElsewhere({ store }: Pick<AppContext, 'store'>, { answer }: TurnView): boolean {
  return store.answers.isShared && answer.status === 'streaming'
}

/** Anyone who writes it is asked to stop; what has no writer any more is ended by anyone who notices first. */
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
