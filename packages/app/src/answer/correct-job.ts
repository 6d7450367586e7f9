import { packJson, type Statement, unpackJson } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { forgetCacheObject } from '../models/cache-object.ts'
import { correctRecord, type PlanSummary, type RecordedInspection } from '../turn/record-plan.ts'
import { objectStatements } from '../turn/state-statements.ts'
import type { AnswerJob } from './answer-job.ts'
import { foreseeWire } from './foresee-call.ts'
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
  const foreseen = await foreseeWire({ model: catalogue, call: plain, wire, tuning, at })
  return { ...job, call: plain, wire, cache, foreseen }
}

/** The writes that let the inspector show what was sent, and not what was planned. */
export async function correctionStatements(
  { store }: AppContext,
  job: AnswerJob,
): Promise<readonly Statement[]> {
  const { wire, foreseen, chat, turnId, answer } = job
  const place = { workspaceId: chat.workspaceId, answerId: answer.id, number: 1 }
  if (!wire) return []
  const root = await store.calls.get(place)
  const { value } = await unpackJson(root, (hashes) => store.objects.getMany(chat.workspaceId, hashes))
  const calls = await store.calls.ofTurns(chat.workspaceId, [turnId])
  const summary = calls.find(({ answerId }) => answerId === answer.id)?.summary as PlanSummary
  const record = { summary, inspection: value as RecordedInspection }
  const corrected = correctRecord(record, { wire, predicted: foreseen.predicted })
  const packed = packJson(corrected.inspection)
  return [
    ...(await objectStatements(store, chat.workspaceId, packed)),
    store.calls.correct({ ...place, summary: corrected.summary, root: packed.root }),
  ]
}
