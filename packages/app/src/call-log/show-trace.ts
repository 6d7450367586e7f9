import {
  type AnswerTraceView,
  type CallUsageView,
  type DeletedTraceView,
  PHASES,
  type ReceivedView,
  type TracedCallView,
} from '@varve/contract'
import type { AnswerRecord, CallPlace, CallSummary, SideCallRecord, Statement } from '@varve/store'
import type { CallFigures, ReceivedTexts } from '../turn/call-response.ts'
import type { AppContext } from '../app-context.ts'
import { loadSideCalls } from '../side-calls/load-side-calls.ts'
import { readSettings } from '../models/chat-settings.ts'
import { readTurnStatistics } from '../telemetry/read-turn-statistics.ts'
import type { PlanSummary } from '../turn/record-plan.ts'
import { type AnswerInput, requireAnswerOfTurn } from '../chat/require-turn.ts'
import { missingCall } from './missing-call.ts'
import { isDropped, openCall } from './open-call.ts'
import { AppError } from '../app-error.ts'
import { sealExchange, unsealExchange } from '../side-calls/sealed-exchange.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'
import { openReceived } from './call-seal.ts'

/** How each call of an answer went, as it was written down then: also where what was said is deleted or sealed. */
export async function showTrace(context: AppContext, input: AnswerInput): Promise<AnswerTraceView> {
  const { store } = context
  const { workspaceId, chatId } = input
  const { turn, answers, answer } = await requireAnswerOfTurn(context, input)
  const all = await store.calls.ofTurns(workspaceId, [turn.id])
  const calls = all.filter(({ answerId }) => answerId === answer.id)
  const responses = await store.calls.responsesOf({ workspaceId, answerId: answer.id })
  const beside = await loadSideCalls(context, { workspaceId, chatId, answers: new Map([[turn.id, answers]]) })
  const { modelId, modelName, settings } = answer
  return {
    modelId,
    modelName,
    ...(settings === undefined ? {} : { settings: readSettings(settings) }),
    ...(await textsLeftOut(context, { workspaceId, answerId: answer.id, number: 1 })),
    calls: calls.map((call, index) => {
      const figures = responses.get(call.number)?.response as CallFigures | undefined
      const place = { call, answer, isLast: index === calls.length - 1, isOnly: calls.length === 1 }
      return { number: call.number, ...expected(call), ...(figures ? went(figures) : guessed(place)) }
    }),
    sideCalls: beside.get(turn.id) ?? [],
  }
}

/** Who asks for the texts of these calls would get none; with the figures they learn why. */
async function textsLeftOut(
  context: AppContext,
  place: CallPlace,
): Promise<Pick<AnswerTraceView, 'textsLeftOut'>> {
  const first = await openCall(context, place)
  return first?.kind === 'sealed' ? { textsLeftOut: missingCall(first).message } : {}
}

/** A summary may come from a chat file, which can contain anything. */
function expected({ summary }: CallSummary): Pick<TracedCallView, 'predicted'> {
  const predicted = (summary as Partial<PlanSummary> | null)?.predicted
  if (!predicted || typeof predicted.input !== 'number') return {}
  const { input, cached, costUSD } = predicted
  return { predicted: { input, cached, costUSD } }
}

function went(figures: CallFigures): Omit<TracedCallView, 'number' | 'predicted'> {
  const { at, status, provider, protocol, phases, firstMilliseconds, milliseconds, error, usage } = figures
  const { diagnosis } = figures
  return {
    status,
    at: new Date(at).toISOString(),
    provider,
    ...(protocol === undefined ? {} : { protocol }),
    phases: PHASES.flatMap((phase) => {
      const taken = phases[phase]
      return taken === undefined ? [] : [{ phase, milliseconds: taken }]
    }),
    ...(firstMilliseconds === undefined ? {} : { firstMilliseconds }),
    milliseconds,
    ...(error === undefined ? {} : { error }),
    ...(usage ? { usage: countsOf(usage) } : {}),
    ...(diagnosis ? { diagnosis } : {}),
  }
}

interface UnheardCall {
  readonly call: CallSummary
  readonly answer: AnswerRecord
  readonly isLast: boolean
  readonly isOnly: boolean
}

/** What is known of a call that runs, or that was made before each was listened to: from its answer, if that took one. */
function guessed({
  call,
  answer,
  isLast,
  isOnly,
}: UnheardCall): Omit<TracedCallView, 'number' | 'predicted'> {
  const { status, startedAt, usage, error } = answer
  const phases = isOnly ? readTurnStatistics(call.summary)?.phases : undefined
  const known = PHASES.flatMap((phase) => {
    const milliseconds = phase === 'commit' ? usage?.commitMilliseconds : phases?.[phase]
    return phases && milliseconds !== undefined ? [{ phase, milliseconds }] : []
  })
  if (!isOnly) return { status: isLast ? status : 'unknown', phases: [] }
  return {
    status,
    at: new Date(startedAt).toISOString(),
    phases: known,
    ...(usage?.firstByteMilliseconds === undefined ? {} : { firstMilliseconds: usage.firstByteMilliseconds }),
    ...(usage ? { milliseconds: usage.milliseconds, usage: countsOf(usage) } : {}),
    ...(error === undefined ? {} : { error }),
  }
}

function countsOf({
  input,
  cached,
  written,
  output,
  costUSD,
  reported = false,
}: Partial<Pick<CallUsageView, 'reported'>> & Omit<CallUsageView, 'reported'>): CallUsageView {
  return { input, cached, ...(written === undefined ? {} : { written }), output, costUSD, reported }
}

/**
 * Deletes what was sent in a chat, for good: the requests of its answers, and what was asked beside them. The chat,
 * its answers, comparisons that it shows, and what everything cost stay.
 */
export async function deleteTrace(context: AppContext, place: ChatPlace): Promise<DeletedTraceView> {
  const chat = await requireChat(context, place)
  if (chat.answering)
    throw new AppError(
      'answer-running',
      'An answer is still being written in this chat. Delete its trace afterwards.',
    )
  const { store, clock } = context
  const { workspaceId, chatId: conversationId } = place
  const at = clock.now()
  const turns = await store.turns.list(workspaceId, conversationId)
  const ofTurns = await store.calls.ofTurns(
    workspaceId,
    turns.map(({ id }) => id),
  )
  const beside = await store.sideCalls.ofChat({ workspaceId, conversationId })
  const calls = ofTurns.length + beside.length
  await store.commit([
    store.calls.drop({ workspaceId, conversationId, at }),
    store.sideCalls.empty({ workspaceId, conversationId }),
    ...(await shownStatements(context, beside)),
    store.audit.append({
      workspaceId,
      at,
      actor: undefined,
      action: 'trace-deleted',
      detail: { chatId: conversationId, calls },
    }),
  ])
  context.sweeps.due(workspaceId)
  return { calls, at: new Date(at).toISOString() }
}

/** A comparison is shown in the chat: what it says is kept, without the request that it answers. */
async function shownStatements(
  context: AppContext,
  calls: readonly SideCallRecord[],
): Promise<readonly Statement[]> {
  const statements: Statement[] = []
  for (const call of calls.filter(({ purpose }) => purpose === 'comparison')) {
    const said = await unsealExchange(context, call)
    if (!said) continue
    const sealed = await sealExchange(context, call, { request: '', answer: said.answer })
    statements.push(context.store.sideCalls.reseal({ workspaceId: call.workspaceId, id: call.id, sealed }))
  }
  return statements
}

interface ReadReceivedInput extends AnswerInput {
  /** Of the calls that the answer took, counted from 1. */
  readonly call: number
}

/** What a model wrote in one call, as it came. */
export async function readReceived(context: AppContext, input: ReadReceivedInput): Promise<ReceivedView> {
  const { workspaceId, call: number } = input
  const { answer } = await requireAnswerOfTurn(context, input)
  const calls = await context.store.calls.responsesOf({ workspaceId, answerId: answer.id })
  if (!calls.has(number)) throw new AppError('answer-not-found', `There is no call ${number} of this answer.`)
  const place = { workspaceId, answerId: answer.id, number }
  const response = calls.get(number)
  if (response?.sealed) return openTexts(context, place, response.sealed)
  const root = await context.store.calls.get(place)
  if (isDropped(root)) throw missingCall({ kind: root.unsealed ? 'not-kept' : 'deleted', at: root.droppedAt })
  if (!response && calls.size === 1 && answer.status !== 'streaming') return fromAnswer(answer)
  throw new AppError(
    'not-recorded',
    response
      ? 'What was received could not be sealed, so it was not kept. The answer is in the chat.'
      : answer.status === 'streaming'
        ? 'The answer is still being written.'
        : 'This call was made before what is received was kept by call. The answer is in the chat.',
  )
}

async function openTexts(context: AppContext, place: CallPlace, sealed: Uint8Array): Promise<ReceivedView> {
  try {
    const { text, reasoning, calls } = JSON.parse(await openReceived(context, place, sealed)) as ReceivedTexts
    return { text, reasoning, calls }
  } catch (error) {
    if (error instanceof AppError && error.code === 'trace-sealed')
      throw missingCall({ kind: 'sealed', reason: error.message })
    throw error
  }
}

/** An answer from before that took one call: what it says is what came. */
function fromAnswer({
  text,
  received,
}: {
  readonly text: string
  readonly received: string | undefined
}): ReceivedView {
  return { text: received ?? text, reasoning: '', calls: [] }
}
