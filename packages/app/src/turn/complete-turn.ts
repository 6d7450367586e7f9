import type { Need } from '@varve/engine'
import type { Statement } from '@varve/store'
import type { AnswerJob, OpenTurn } from '../answer/answer-job.ts'
import { buildJob } from '../answer/build-job.ts'
import { cacheStatements } from '../answer/cache-statements.ts'
import type { LiveAnswer } from '../answer/live-answer.ts'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { redactionStatements } from '../guard/load-redaction.ts'
import { gatherPlanned, type LookedUp } from '../runner/plus/gather-planned.ts'
import { meetNeeds } from '../summary/meet-needs.ts'
import { summaryWriter, worthAsking } from '../summary/worth-asking.ts'
import { storeCall } from '../trace/store-call.ts'
import type { TurnToDispatch } from './turn-to-dispatch.ts'
import type { PlannedModel } from './plan-models.ts'
import type { FoundSince, PlannedAgain, PreparedTurn } from './prepared-turn.ts'
import { recordPlan } from './record-plan.ts'
import { stateStatements } from './state-statements.ts'

/** An answer that is about to be written. */
export interface RunningAnswer {
  readonly job: AnswerJob
  readonly live: LiveAnswer
}

export interface TurnToComplete {
  readonly toDispatch: TurnToDispatch
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
  const { running, open, toDispatch } = toComplete
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
    context.report(`Turn ${toDispatch.turnId} is answered as it stands: ${toAppError(error).message}`)
    return running
  }
}

/** Looks things up, then has summed up what does not fit beside them. */
async function findMore(context: AppContext, toComplete: TurnToComplete): Promise<PreparedTurn | undefined> {
  const { prepared } = toComplete.toDispatch
  const lookedUp = await lookUp(context, toComplete)
  const withFound = lookedUp ? planWith(context, prepared, lookedUp) : prepared
  const summed = await sumUpNeeds(context, toComplete, withFound)
  return summed ?? (lookedUp ? withFound : undefined)
}

async function lookUp(
  context: AppContext,
  { running: [first], toDispatch }: TurnToComplete,
): Promise<LookedUp | undefined> {
  const { lookup: setup, directives } = toDispatch.prepared
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

const LEFT_OUT = 'What was looked up does not fit into the window of the model; it was left out.'

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

/** What is planned once more is checked once more; what holds for both plans is told once. */
function withBroken(
  { checkRequests }: AppContext,
  { envelope, planned }: PlannedAgain,
  notices: readonly string[],
): readonly string[] {
  const plans = planned.flatMap((one) => (one.kind === 'planned' ? [one.plan] : []))
  return [...new Set([...notices, ...checkRequests(envelope, plans)])]
}

async function storeAgain(
  context: AppContext,
  { running, open, toDispatch }: TurnToComplete,
  next: PreparedTurn,
): Promise<readonly RunningAnswer[]> {
  const { turnId, workspaceId } = toDispatch
  open.state = next.state
  const answers: RunningAnswer[] = []
  const statements: Statement[] = []
  for (const { job, live } of running) {
    const planned = plannedFor(next.planned, job)
    const { id: answerId } = job.answer
    const renewed =
      planned?.kind === 'planned'
        ? await buildJob(context, { ...toDispatch, ...planned, prepared: next, answerId, open })
        : job
    answers.push({ job: { ...renewed, commitMilliseconds: job.commitMilliseconds }, live })
    statements.push(...(await correctedCall(context, renewed)), ...cacheStatements(context.store, renewed))
  }
  await context.store.commit([
    ...(await stateStatements(context, { workspaceId, turnId, stage: 'asked', state: open.state })),
    ...(await redactionStatements(context, toDispatch, open.redaction)),
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
