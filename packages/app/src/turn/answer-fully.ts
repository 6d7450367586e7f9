import { type Notice, notice, uniqueNotices } from '@varve/contract'
import { BudgetError, type Plan, step } from '@varve/engine'
import type { ModelStep, ToolExchange } from '@varve/engine/internal'
import type { AnswerUsage, Statement } from '@varve/store'
import { conversationRun, hasUntrusted } from '../agent/conversation-run.ts'
import { withSaid } from '../agent/own-words.ts'
import { runCalls } from '../agent/run-calls.ts'
import { limitReached } from '../agent/run-limits.ts'
import { type RunMemory, newRunMemory, rememberFound, unnumberedSources } from '../agent/run-memory.ts'
import { settleCalls } from '../agent/settle-calls.ts'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { storeCall } from '../call-log/store-call.ts'
import { saveResponse } from '../call-log/save-response.ts'
import { guardResult } from '../guard/guard-result.ts'
import { redactionStatements } from '../guard/load-redaction.ts'
import { holdMoney } from '../spending.ts'
import { PhaseTimes } from '../telemetry/phase-times.ts'
import { accountFor, cacheStatements, reviewAnswer } from './account-for.ts'
import type { AnswerJob } from './answer-job.ts'
import { buildCall } from './build-call.ts'
import type { CutAnswer } from './cut-answer.ts'
import { correctJob } from './correct-job.ts'
import type { LiveAnswer } from './live-answer.ts'
import { recordPlan, scopeOf } from './record-plan.ts'
import { stateStatements } from './store-state.ts'
import { withFreeTools } from './tune-model.ts'
import { type AnswerOutcome, type StopReason, streamAnswer } from './stream-answer.ts'

const NO_ROOM = {
  model: '',
  needed: 0,
  budget: 0,
  layers: { L1: 0, L2: 0, L3: 0, L4: 0, L5: 0 },
  largest: [],
  actions: [],
}

/** The last call of an answer and how it ended, and what the calls before it used. */
export interface FullAnswer {
  readonly job: AnswerJob
  readonly outcome: AnswerOutcome
  readonly earlier: readonly AnswerUsage[]
}

/**
 * Lets a model answer. If it calls tools, runs them and lets it continue until it has answered or reached a
 * limit. If an answer was cut off while a call waited, the model is not asked for that again.
 */
export async function answerFully(
  context: AppContext,
  first: AnswerJob,
  live: LiveAnswer,
  cut?: CutAnswer,
): Promise<FullAnswer> {
  const earlier: AnswerUsage[] = []
  const memory = newRunMemory(first.agent !== undefined && (await hasUntrusted(context, first)))
  let job = cut ? await repeatSteps(context, { job: first, live, memory, cut }) : first
  for (let before = cut; ; before = undefined) {
    const streamed = before ? before.outcome : await streamAnswer(context, job, live)
    if (!before) job = await correctJob(context, job, streamed)
    const { calls, status } = streamed
    if (status !== 'complete' || calls.length === 0) return { job, outcome: streamed, earlier }
    const ended = { job, earlier }
    if (!first.agent) return { ...ended, outcome: withoutTools(streamed) }
    const outcome = { ...streamed, response: undefined }
    if (!before) earlier.push(...(await keepCall(context, job, streamed)))
    const limit = limitReached(first.agent.limits, soFar(context, first, earlier))
    if (limit !== undefined)
      return { ...ended, outcome: stoppedAt(outcome, limit), earlier: earlier.slice(0, -1) }
    try {
      await holdNext(context, first, earlier)
      job = await goOn(context, { job, outcome, live, memory, cut: before })
    } catch (error) {
      const { signal } = live.stopping
      const end = signal.aborted ? { status: signal.reason as StopReason } : failureOf(error)
      return { ...ended, outcome: { ...outcome, ...end, received: '' }, earlier: earlier.slice(0, -1) }
    }
  }
}

interface Running {
  readonly job: AnswerJob
  readonly outcome: AnswerOutcome
  readonly live: LiveAnswer
  readonly memory: RunMemory
  readonly cut?: CutAnswer | undefined
}

/**
 * The steps that an answer had completed before it was cut off: their results are known and part of the next
 * request.
 */
async function repeatSteps(
  context: AppContext,
  { job, live, memory, cut }: Omit<Running, 'outcome'> & { readonly cut: CutAnswer },
): Promise<AnswerJob> {
  let repeated = job
  for (const { text } of cut.shown) if (text !== '') live.append(live.text === '' ? text : `\n\n${text}`)
  for (const [index, modelStep] of cut.steps.entries()) {
    const shown = cut.shown[index]
    if (shown) live.showStep(index, shown)
    settleCalls(modelStep.exchanges, memory.callIds)
    for (const { result, hits } of modelStep.exchanges)
      rememberFound(memory, { text: result, summary: '', ...(hits ? { hits } : {}) })
    repeated = await nextCall(context, repeated, { modelStep, number: repeated.number + 1, live })
  }
  // What was read before may have been written by others.
  if (cut.steps.length > 0) memory.untrusted = true
  return repeated
}

async function goOn(context: AppContext, { job, outcome, live, memory, cut }: Running): Promise<AnswerJob> {
  const { calls, received: text, reasoning } = outcome
  const runFor = await conversationRun(context, job, live)
  const exchanges = await runCalls(context, { job, live, text, calls, runFor, memory, cut })
  live.stopping.signal.throwIfAborted()
  const modelStep: ModelStep = {
    text,
    ...(isKept(job, outcome) ? { reasoning } : {}),
    exchanges: steered(exchanges, live.takeSaid().map(guardResult(context, job))),
  }
  const next = await nextCall(context, job, { modelStep, number: job.number + 1, live })
  return { ...next, sources: unnumberedSources(memory) }
}

/** What the user typed meanwhile follows the last result, guarded like it. */
function steered(exchanges: readonly ToolExchange[], said: readonly string[]): readonly ToolExchange[] {
  const last = exchanges.at(-1)
  if (!last || said.length === 0) return exchanges
  return [...exchanges.slice(0, -1), { ...last, result: withSaid(last.result, said) }]
}

/** What the model thought comes back with its calls, where its provider wants that. */
function isKept({ model }: AnswerJob, { reasoning }: AnswerOutcome): boolean {
  const wanted = model.catalogue?.reasoning ?? 'none'
  return wanted === 'opaque' ? reasoning.opaque !== undefined : wanted === 'text' && reasoning.text !== ''
}

/** Usage of a call. Stored immediately, since its tools may run for long or wait for the user. */
async function keepCall(
  context: AppContext,
  job: AnswerJob,
  outcome: AnswerOutcome,
): Promise<readonly AnswerUsage[]> {
  const at = context.clock.now()
  const findings = reviewAnswer(job, outcome.reported)
  const usage = accountFor(job, outcome, { text: outcome.received, at, findings })
  const { response } = outcome
  try {
    const { opaque } = outcome.reasoning
    const end = { usage, endedAt: at, opaque }
    if (response) await context.store.commit([await saveResponse(context, job, { response, ...end })])
  } catch (error) {
    // That is no reason to end the answer.
    context.report(
      `What a call of answer ${job.answer.id} received is not kept: ${toAppError(error).message}`,
    )
  }
  return usage ? [usage] : []
}

/** Where the money of an API key is spent, its answer ends before the tools run. */
async function holdNext(context: AppContext, job: AnswerJob, earlier: readonly AnswerUsage[]): Promise<void> {
  const { answer, model, call, foreseen } = job
  await holdMoney(context, {
    owner: answer.id,
    model,
    soFarUSD: soFar(context, job, earlier).costUSD,
    inputUSD: foreseen.predicted.costUSD,
    maxOutputTokens: call.settings?.maxOutputTokens,
  })
}

function soFar({ clock }: Pick<AppContext, 'clock'>, { startedAt }: AnswerJob, used: readonly AnswerUsage[]) {
  return {
    steps: used.length,
    milliseconds: clock.now() - startedAt,
    tokens: used.reduce((sum, { input, output }) => sum + input + output, 0),
    costUSD: used.reduce((sum, { costUSD }) => sum + costUSD, 0),
  }
}

/** A model that asks for tools which it was never given. */
function withoutTools(outcome: AnswerOutcome): AnswerOutcome {
  const names = [...new Set(outcome.calls.map(({ tool }) => tool))].join(', ')
  return {
    ...outcome,
    warnings: [...outcome.warnings, notice('unknown-tools', undefined, { names })],
  }
}

function stoppedAt(outcome: AnswerOutcome, limit: string): AnswerOutcome {
  const ended = notice('run-limit', undefined, { reason: limit })
  return { ...outcome, status: 'stopped', received: '', warnings: [...outcome.warnings, ended] }
}

function failureOf(error: unknown): Pick<AnswerOutcome, 'status' | 'error' | 'errorCode'> {
  const { code, message } = toAppError(error)
  const errorCode =
    code === 'does-not-fit' ? 'too-long' : code === 'spending-limit' ? 'spending-limit' : 'failed'
  return { status: 'failed', error: message, errorCode }
}

/** The call after a model used tools: the same request with what came back, stored before it goes out. */
async function nextCall(
  context: AppContext,
  job: AnswerJob,
  {
    modelStep,
    number,
    live,
  }: { readonly modelStep: ModelStep; readonly number: number; readonly live: LiveAnswer },
): Promise<AnswerJob> {
  const { turnId, model, open, chat } = job
  const at = context.clock.now()
  const input = { kind: 'continue', turnId, at, model: model.spec, step: modelStep } as const
  const times = new PhaseTimes(context.timer)
  const { state, plans, failures } = times.measureNow('plan', () =>
    step(open.state, input, { memo: context.memo }),
  )
  open.state = state
  const [plan] = plans
  if (!plan) throw failures[0] ?? new BudgetError(NO_ROOM)
  const scopeBefore = job.wire && scopeOf(job.wire)
  const about = { ...job.about, notices: noticesWith(context, job, plan), scopeBefore }
  const { memory } = job.foreseen
  const tuning = withFreeTools(memory ? { ...job.tuning, memory } : job.tuning)
  const toForesee = { ...chat, model, tuning, plan, pictures: new Map(), at }
  const { call, wire, foreseen } = await times.measure('wire', () => buildCall(context, toForesee))
  const next: AnswerJob = {
    ...job,
    about,
    number,
    call,
    wire,
    plan,
    tuning,
    foreseen,
    previousBase: job.base,
    phases: { plan: times.taken('plan'), wire: times.taken('wire') },
  }
  const statements = await callStatements(context, next, { at, live })
  await times.measure('commit', () => context.store.commit(statements))
  return { ...next, phases: { ...next.phases, commit: times.taken('commit') } }
}

/** A rule that several requests of a turn violate is reported once. */
function noticesWith(
  { checkRequests }: Pick<AppContext, 'checkRequests'>,
  { about }: AnswerJob,
  plan: Plan,
): readonly Notice[] {
  return uniqueNotices([...about.notices, ...checkRequests(about.envelope, [plan])])
}

async function callStatements(
  context: AppContext,
  job: AnswerJob,
  { at, live }: { readonly at: number; readonly live: LiveAnswer },
): Promise<readonly Statement[]> {
  const { store, packing } = context
  const { chat, turnId, answer, number, open, plan, wire, foreseen } = job
  const { workspaceId } = chat
  const { predicted } = foreseen
  const record = { ...job.about, plan, at, number, wire, predicted, cache: job.cache }
  const place = { workspaceId, answerId: answer.id, number, turnId }
  return [
    ...(await storeCall(context, { ...place, ...recordPlan(record, packing) })),
    ...(await stateStatements(context, { workspaceId, turnId, stage: 'asked', state: open.state })),
    ...(await redactionStatements(context, { ...chat, turnId }, open.redaction)),
    ...cacheStatements(store, job),
    // As they are now: something may have been said since.
    store.answers.saveSteps(answer, live.steps),
  ]
}
