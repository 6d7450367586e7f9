import type { Need } from '@varve/engine'
import { type GatheredResult, stableJson } from '@varve/engine/internal'
import type { Statement } from '@varve/store'
import type { AnswerJob, OpenTurn } from './answer-job.ts'
import { buildJob } from './build-job.ts'
import { cacheStatements } from './account-for.ts'
import type { LiveAnswer } from './live-answer.ts'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { redactionStatements } from '../guard/load-redaction.ts'
import { meetNeeds } from './meet-needs.ts'
import { summaryWriter, worthAsking } from './summaries.ts'
import { storeCall } from '../call-log/store-call.ts'
import type { FoundSince, PlannedAgain, PlannedModel, PreparedTurn, TurnToCommit } from './turn-data.ts'
import type { TurnDirectives } from '../definitions/composer-reading.ts'
import { recordPlan } from './record-plan.ts'
import { stateStatements } from './store-state.ts'
import { guardResult } from '../guard/guard-result.ts'
import { type Notice, notice, type SourceView, type ToolCallRecord, uniqueNotices } from '@varve/contract'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import { untilReady } from '../files/control-index.ts'
import type { AgentSetup } from '../agent/agent-setup.ts'
import { citeHits } from '../agent/cite-hits.ts'
import { conversationRun, hasUntrusted } from '../agent/conversation-run.ts'
import { withSaid } from '../agent/own-words.ts'
import { runCalls } from '../agent/run-calls.ts'
import { newRunMemory } from '../agent/run-memory.ts'
import { planCalls, type PlannedCalls } from '../agent/plus/plan-calls.ts'

/** A search waits this long for an index that is still being made. */
const SETTLE_MILLISECONDS = 5000

const INTRODUCTION = `Results of what was looked up stand above. Where you use a passage, put its number behind the claim, as [^1]; these are the numbers:`

const idOf = (index: number): string => `look-up-${index + 1}`

/** An answer that is about to be written. */
export interface RunningAnswer {
  readonly job: AnswerJob
  readonly live: LiveAnswer
}

export interface TurnToComplete {
  readonly turn: TurnToCommit
  readonly open: OpenTurn
  /** In the order of their models; the first one's is asked what to look up. */
  readonly running: readonly RunningAnswer[]
}

/** Whether models are asked or tools are used before a turn can be answered: that happens after it is committed. */
export function needsMore(prepared: PreparedTurn): boolean {
  const { lookup, again } = prepared
  return again !== undefined && (lookup !== undefined || toSumUp(prepared, prepared).length > 0)
}

/** What the user's model is asked to sum up for this plan; nothing where the chat wants extracts. */
function toSumUp({ summaries }: PreparedTurn, { needs, state, planned }: PlannedAgain): readonly Need[] {
  const isAsked = summaries === 'model' && summaryWriter(planned) !== undefined
  return isAsked ? worthAsking(needs, state) : []
}

/**
 * Finds what a turn still needs, plans it once more with that, and stores the plans in place of the first ones. What
 * goes wrong on the way is said, and the turn is answered as it was planned first: nothing that was sent is lost.
 */
export async function completeTurn(
  context: AppContext,
  toComplete: TurnToComplete,
): Promise<readonly RunningAnswer[]> {
  const { running, open, turn } = toComplete
  const before: OpenTurn = { ...open }
  try {
    const found = await findMore(context, toComplete)
    if (!found) return running
    for (const { live } of running.slice(1))
      for (const [index, step] of (running[0]?.live.madeSteps ?? []).entries()) live.showStep(index, step)
    return await storeAgain(context, toComplete, found)
  } catch (error) {
    open.state = before.state
    if (running[0]?.live.stopping.signal.aborted) return running
    context.report(`Turn ${turn.turnId} is answered as it is: ${toAppError(error).message}`)
    return running
  }
}

/** Looks things up, then has summed up what does not fit beside them. */
async function findMore(context: AppContext, toComplete: TurnToComplete): Promise<PreparedTurn | undefined> {
  const { prepared } = toComplete.turn
  const lookedUp = await lookUp(context, toComplete)
  const withFound = lookedUp ? planWith(context, prepared, lookedUp) : prepared
  const summed = await sumUpNeeds(context, toComplete, withFound)
  return summed ?? (lookedUp ? withFound : undefined)
}

async function lookUp(
  context: AppContext,
  { running: [first], turn }: TurnToComplete,
): Promise<LookedUp | undefined> {
  const { lookup: setup, directives } = turn.prepared
  if (!first || !setup) return undefined
  return gatherPlanned(context, { ...first, setup, directives })
}

/** What was found may not fit; then the turn goes without it, and says so. */
function planWith(context: AppContext, prepared: PreparedTurn, found: LookedUp): PreparedTurn {
  const { gathered, guidance, sources } = found
  const notices = [...prepared.notices, ...found.notices]
  const fitting = planFitting(prepared, { gathered, guidance })
  if (fitting) {
    const told = withBroken(context, fitting, notices)
    return { ...prepared, ...fitting, notices: told, sources, found: { gathered, guidance } }
  }
  return { ...prepared, notices: [...notices, LEFT_OUT] }
}

const LEFT_OUT = notice('found-left-out')

async function sumUpNeeds(
  context: AppContext,
  { running }: TurnToComplete,
  prepared: PreparedTurn,
): Promise<PreparedTurn | undefined> {
  const needs = toSumUp(prepared, prepared)
  const writer = summaryWriter(running.map((one) => ({ ...one, model: one.job.model })))
  if (needs.length === 0 || !writer) return undefined
  // The first answer shows the steps of all.
  const live = running[0]?.live ?? writer.live
  const { provided, notices: said } = await meetNeeds(context, { needs, job: writer.job, live })
  const notices = [...prepared.notices, ...said]
  const fitting = planFitting(prepared, { ...prepared.found, provided })
  return { ...prepared, ...fitting, notices: fitting ? withBroken(context, fitting, notices) : notices }
}

/** Undefined where fewer models have a plan with it than without. */
function planFitting({ again, planned }: PreparedTurn, more: FoundSince): PlannedAgain | undefined {
  const fitting = (plans: readonly PlannedModel[]): number =>
    plans.filter(({ kind }) => kind === 'planned').length
  const next = again?.(more)
  return next && fitting(next.planned) >= fitting(planned) ? next : undefined
}

/** A second plan is checked again; notices that apply to both plans are shown once. */
function withBroken(
  { checkRequests }: Pick<AppContext, 'checkRequests'>,
  { envelope, planned }: PlannedAgain,
  notices: readonly Notice[],
): readonly Notice[] {
  const plans = planned.flatMap((one) => (one.kind === 'planned' ? [one.plan] : []))
  return uniqueNotices([...notices, ...checkRequests(envelope, plans)])
}

async function storeAgain(
  context: AppContext,
  { running, open, turn }: TurnToComplete,
  next: PreparedTurn,
): Promise<readonly RunningAnswer[]> {
  const { turnId, workspaceId } = turn
  open.state = next.state
  const answers: RunningAnswer[] = []
  const statements: Statement[] = []
  for (const { job, live } of running) {
    const planned = plannedFor(next.planned, job)
    const { id: answerId } = job.answer
    const renewed =
      planned?.kind === 'planned'
        ? await buildJob(context, { ...turn, ...planned, prepared: next, answerId, open })
        : job
    answers.push({ job: { ...renewed, commitMilliseconds: job.commitMilliseconds }, live })
    statements.push(...(await correctedCall(context, renewed)), ...cacheStatements(context.store, renewed))
  }
  await context.store.commit([
    ...(await stateStatements(context, { workspaceId, turnId, stage: 'asked', state: open.state })),
    ...(await redactionStatements(context, turn, open.redaction)),
    ...statements,
  ])
  return answers
}

function plannedFor(planned: readonly PlannedModel[], { model }: AnswerJob): PlannedModel | undefined {
  return planned.find((candidate) => candidate.model.spec.id === model.spec.id)
}

/** The inspector shows what is sent, not what was planned before anything was looked up. */
async function correctedCall(context: AppContext, job: AnswerJob): Promise<readonly Statement[]> {
  const { chat, answer, plan, wire, cache, foreseen, startedAt: at } = job
  const { workspaceId } = chat
  const record = { ...job.about, plan, at, wire, predicted: foreseen.predicted, cache }
  return storeCall(context, {
    workspaceId,
    answerId: answer.id,
    number: 1,
    ...recordPlan(record, context.packing),
  })
}

interface LookupWanted {
  readonly job: AnswerJob
  readonly live: LiveAnswer
  /** What may be used to look things up. */
  readonly setup: AgentSetup
  readonly directives: TurnDirectives
}

/** What was looked up before a model answers. */
interface LookedUp {
  readonly gathered: readonly GatheredResult[]
  readonly guidance: string
  readonly sources: readonly SourceView[]
  readonly notices: readonly Notice[]
}

/** Plans what to look up and looks it up, shown step by step as it happens. */
async function gatherPlanned(context: AppContext, wanted: LookupWanted): Promise<LookedUp> {
  const { live, directives } = wanted
  const setup = allowing(wanted.setup, directives)
  const job: AnswerJob = { ...wanted.job, agent: setup }
  const tools = setup.definitions.map(({ name }) => name)
  const show = stepShower(live, job)
  show({ status: 'running', summary: 'Decides what to look up' })
  const planned = await planCalls(context, { job, tools, directives, signal: live.stopping.signal })
  show({ status: planned.isUnplanned ? 'failed' : 'done', summary: planWords(planned) })
  const { notices } = planned
  const withReplies = (guidance: string): string =>
    withSaid(guidance, live.takeSaid().map(guardResult(context, job)))
  if (planned.calls.length === 0) return { gathered: [], guidance: withReplies(''), sources: [], notices }
  const calls = planned.calls.map(({ tool, arguments: args }, index) => ({
    callId: idOf(index),
    tool,
    arguments: stableJson(args),
  }))
  const ordered = new Set(
    planned.calls.flatMap((call, index) => (planned.ordered.includes(call) ? [idOf(index)] : [])),
  )
  const memory = newRunMemory(await hasUntrusted(context, job))
  const runFor = await conversationRun(context, job, live)
  const { index } = await openedWorkspace(context, job.chat.workspaceId)
  await untilReady(await index(), SETTLE_MILLISECONDS)
  const exchanges = await runCalls(context, { job, live, text: '', calls, runFor, memory, ordered })
  live.stopping.signal.throwIfAborted()
  const gathered = exchanges.map((exchange) => {
    const { callId: _, result: text, ...rest } = exchange
    return { ...rest, text }
  })
  const { guidance, sources } = citeHits(gathered, INTRODUCTION)
  return { gathered, guidance: withReplies(guidance), sources, notices }
}

/** Who writes `@web` has said yes to a search of the web. */
function allowing(setup: AgentSetup, { web = false }: TurnDirectives): AgentSetup {
  return web ? { ...setup, rules: [...setup.rules, { tool: 'webSearch', decision: 'run' }] } : setup
}

/** The plan is the first step of an answer. */
function stepShower(
  live: LiveAnswer,
  { model }: AnswerJob,
): (change: Pick<ToolCallRecord, 'status' | 'summary'>) => void {
  const place = live.madeSteps.length
  const record = { callId: 'plan', tool: 'planner', arguments: stableJson({ model: model.spec.id }) }
  return (change) => live.showStep(place, { text: '', calls: [{ ...record, ...change }] })
}

/** What was wrong with a plan is said once, in the notices of the turn. */
function planWords({ calls, isUnplanned }: PlannedCalls): string {
  if (calls.length === 0) return isUnplanned ? 'No plan that could be used' : 'Nothing to look up'
  return `To look up: ${calls.map(({ tool }) => tool).join(', ')}`
}
