import { LIMITS } from '@varve/engine'
import { type CallFinding, learnUsage, type ReportedUsage } from '@varve/providers'
import type { Statement, Store } from '@varve/store'
import { learnedName } from '../models/calibrate-model.ts'
import type { AnswerJob } from './answer-job.ts'

/** What the provider holds once it was asked; a refused request leaves it as it was. */
export function cacheStatements(store: Store, job: AnswerJob, isRefused = false): readonly Statement[] {
  const { chat, model, tuning, foreseen } = job
  if (!foreseen.memory) return []
  const place = { workspaceId: chat.workspaceId, conversationId: chat.chatId, modelId: model.spec.id }
  return [store.wireCaches.put(place, isRefused ? tuning.memory : foreseen.memory)]
}

/** What was reported corrects the next forecast, and where tokens are estimated, the next count. [B-1] */
export function learningStatements(
  store: Store,
  job: AnswerJob,
  {
    reported,
    findings,
  }: { readonly reported: ReportedUsage | undefined; readonly findings: readonly CallFinding[] },
): readonly Statement[] {
  const { model, tuning, foreseen, chat, call } = job
  // A prompt that a server cut says nothing of how it counts; one with a cache object has rules of its own.
  const isCut = findings.some(({ kind }) => kind === 'prompt-cut')
  if (!reported || isCut || !model.catalogue || call.cachedContent) return []
  // Ollama says nothing of its cache: what is expected of it counts as come.
  const isSilent = model.catalogue.protocol === 'ollama'
  const expected = isSilent ? { input: foreseen.expected.input, cached: 0, written: 0 } : foreseen.expected
  if (expected.input < LIMITS.calibration.sampleTokens) return []
  const learned = learnUsage(tuning.learned, { expected, reported, factor: tuning.newestFactor })
  return [store.settings.set(chat.workspaceId, learnedName(model.spec.id), learned)]
}
