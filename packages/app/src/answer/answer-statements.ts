import { type RedactionMap, restoreText } from '@varve/guard'
import type { Statement } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { storeCall } from '../trace/store-call.ts'
import type { PlannedModel } from '../turn/plan-models.ts'
import type { PreparedTurn } from '../turn/prepared-turn.ts'
import { type PlanSummary, recordPlan } from '../turn/record-plan.ts'
import type { AnswerJob } from './answer-job.ts'
import { callPlace } from './call-place.ts'
import { cacheStatements } from './cache-statements.ts'

export interface AnswerToStore extends ChatPlace {
  readonly turnId: string
  readonly answerId: string
  readonly at: number
  readonly position: number
  readonly prepared: PreparedTurn
  readonly planned: PlannedModel
  /** Absent where it does not fit: then the answer has failed before it began, and the others go on. */
  readonly job: AnswerJob | undefined
}

/** The writes that begin an answer: itself, and what its model is about to be sent. */
export async function answerStatements(
  context: AppContext,
  toStore: AnswerToStore,
): Promise<readonly Statement[]> {
  const { store } = context
  const { workspaceId, chatId, turnId, answerId, at, position, planned, job } = toStore
  const { model, tuning } = planned
  const { sent: settings } = tuning
  const begin = store.answers.insert({
    workspaceId,
    conversationId: chatId,
    id: answerId,
    turnId,
    modelId: model.spec.id,
    modelName: model.name,
    startedAt: at,
    position,
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  })
  if (job) return [begin, ...cacheStatements(store, job), ...(await callStatements(context, toStore, job))]
  const { message } = planned.kind === 'over-budget' ? toAppError(planned.error) : { message: '' }
  const end = { status: 'failed', text: '', sources: [], error: message, errorCode: 'too-long', at } as const
  return [begin, store.answers.finish({ workspaceId, id: answerId }, end)]
}

async function callStatements(
  context: AppContext,
  { workspaceId, turnId, answerId, at, prepared }: AnswerToStore,
  job: AnswerJob,
): Promise<readonly Statement[]> {
  const { observe, packing } = context
  const { plan, wire, cache, foreseen, wireMilliseconds } = job
  const { predicted } = foreseen
  const phases = { ...prepared.measured.phases, wire: wireMilliseconds }
  const about = { ...job.about, measured: { ...prepared.measured, phases } }
  const recorded = recordPlan({ ...about, plan, at, wire, predicted, cache }, packing)
  const { inspection } = recorded
  const summary = restoreNames(recorded.summary, job.open.redaction.state.values)
  const { statistics } = summary
  if (statistics) observe({ kind: 'turn-prepared', at, statistics, ...callPlace(job) })
  return storeCall(context, { workspaceId, answerId, number: 1, turnId, summary, inspection })
}

/** Chips carry the names that the user knows; the inspection shows those that were sent. */
function restoreNames(summary: PlanSummary, placeholders: RedactionMap): PlanSummary {
  const attachments = summary.attachments.map((attachment) => ({
    ...attachment,
    key: restoreText(attachment.key, placeholders),
    title: restoreText(attachment.title, placeholders),
  }))
  return { ...summary, attachments }
}
