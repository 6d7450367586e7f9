import { BudgetError, type ModelStep, type Plan, step } from '@varve/engine'
import type { Statement } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { redactionStatements } from '../guard/load-redaction.ts'
import { PhaseTimes } from '../observe/phase-times.ts'
import { storeCall } from '../trace/store-call.ts'
import { scopeOf } from '../turn/cache-scope.ts'
import { recordPlan } from '../turn/record-plan.ts'
import { stateStatements } from '../turn/state-statements.ts'
import type { AnswerJob } from './answer-job.ts'
import { cacheStatements } from './cache-statements.ts'
import { foreseeCall } from './foresee-call.ts'
import type { LiveAnswer } from './live-answer.ts'

/** The call after a model used tools: the same request with what came back, stored before it goes out. */
export async function nextCall(
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
  const tuning = memory ? { ...job.tuning, memory } : job.tuning
  const toForesee = { ...chat, model, tuning, plan, pictures: new Map(), at }
  const { call, wire, foreseen } = await times.measure('wire', () => foreseeCall(context, toForesee))
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

/** A rule that more than one request of a turn breaks is told once. */
function noticesWith({ checkRequests }: AppContext, { about }: AnswerJob, plan: Plan): readonly string[] {
  return [...new Set([...about.notices, ...checkRequests(about.envelope, [plan])])]
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

const NO_ROOM = {
  model: '',
  needed: 0,
  budget: 0,
  layers: { L1: 0, L2: 0, L3: 0, L4: 0, L5: 0 },
  largest: [],
  actions: [],
}
