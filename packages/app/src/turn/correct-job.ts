import type { Statement } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { forgetCacheObject } from '../models/cache-object.ts'
import { storeCall } from '../call-log/store-call.ts'
import { planSummaries } from '../chat/plan-summaries.ts'
import { correctSummary, recordPlan } from './record-plan.ts'
import type { AnswerJob } from './answer-job.ts'
import { forecastWire } from './build-call.ts'
import type { AnswerOutcome } from './stream-answer.ts'

/** A job as it was really sent: without the cache object, where the provider had lost that. */
export async function correctJob(
  context: AppContext,
  job: AnswerJob,
  { resent: wire }: AnswerOutcome,
): Promise<AnswerJob> {
  const { model, call, tuning, chat, startedAt: at } = job
  const { catalogue } = model
  if (!wire || !catalogue) return job
  const { cachedContent, ...plain } = call
  const { object: _, ...cache } = job.cache
  if (cachedContent)
    await forgetCacheObject(context, { place: chat, model: catalogue, name: cachedContent.name })
  const foreseen = await forecastWire({ model: catalogue, call: plain, wire, tuning, at })
  return { ...job, call: plain, wire, cache, foreseen }
}

/** The writes that let the inspector show what was sent, and not what was planned. What was stored is not read. */
export async function correctionStatements(
  context: AppContext,
  job: AnswerJob,
): Promise<readonly Statement[]> {
  const { wire, foreseen, chat, turnId, answer, plan, cache, startedAt: at } = job
  const { workspaceId } = chat
  if (!wire) return []
  const { predicted } = foreseen
  const { inspection } = recordPlan({ ...job.about, plan, at, wire, predicted, cache }, context.packing)
  const calls = await planSummaries(context, workspaceId, [turnId])
  const stored = calls.find(({ answerId }) => answerId === answer.id)
  if (!stored) return []
  const summary = correctSummary(stored.summary, { cache, predicted })
  return storeCall(context, { workspaceId, answerId: answer.id, number: 1, summary, inspection })
}
