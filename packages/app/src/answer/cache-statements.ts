import type { CallFinding, ReportedUsage } from '@varve/providers'
import type { Statement, Store } from '@varve/store'
import { factorName, nextFactor } from '../models/calibrate-model.ts'
import type { AnswerJob } from './answer-job.ts'

/** What the provider holds once it was asked; a refused request leaves it as it was. */
export function cacheStatements(store: Store, job: AnswerJob, isRefused = false): readonly Statement[] {
  const { chat, model, tuning, foreseen } = job
  if (!foreseen.memory) return []
  const place = { workspaceId: chat.workspaceId, conversationId: chat.chatId, modelId: model.spec.id }
  return [store.wireCaches.put(place, isRefused ? tuning.memory : foreseen.memory)]
}

/** Where tokens are estimated, what was counted corrects the next estimate. [B-1] */
export function factorStatements(
  store: Store,
  job: AnswerJob,
  {
    reported,
    findings,
  }: { readonly reported: ReportedUsage | undefined; readonly findings: readonly CallFinding[] },
): readonly Statement[] {
  const { model, tuning, foreseen, chat } = job
  // A prompt that a server cut says nothing of how it counts.
  const isCut = findings.some(({ kind }) => kind === 'prompt-cut')
  if (!reported || isCut || model.catalogue?.tokenizer !== 'estimate') return []
  const sample = { estimated: foreseen.predicted.input, reported: reported.input }
  const factor = nextFactor(tuning.tokenizer, sample)
  if (factor === tuning.newestFactor) return []
  return [store.settings.set(chat.workspaceId, factorName(model.spec.id), factor)]
}
