import { notice } from '@varve/contract'
import { priceUsage } from '@varve/engine'
import { LIMITS, type Usage } from '@varve/engine/internal'
import {
  type CallFinding,
  type ProfileOptions,
  type ReportedUsage,
  learnUsage,
  priceCall,
  reviewCall,
} from '@varve/providers'
import type { AnswerUsage, Statement, Store } from '@varve/store'
import { learnedName } from '../models/calibrate-model.ts'
import type { AnswerJob } from './answer-job.ts'
import type { AnswerOutcome } from './stream-answer.ts'

/**
 * What an answer used and cost: as its provider counted where it did, else by our forecast. Nothing where the
 * provider refused before it began.
 */
export function accountFor(
  job: AnswerJob,
  outcome: AnswerOutcome,
  { text, at, findings }: AnswerEnd,
): AnswerUsage | undefined {
  const { reported } = outcome
  if (isRefused(outcome, text)) return undefined
  const reviews = findings.map(({ message }) => notice('usage-review', undefined, { message }))
  const warnings = [...outcome.warnings, ...reviews]
  return {
    ...(reported ? reportedUsage(job, reported) : forecastUsage(job, wordsOf(outcome, text))),
    milliseconds: Math.max(0, at - job.startedAt),
    ...timingOf(job, outcome),
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

/** A provider that refused has begun nothing; one that fell silent after thoughts or calls has. */
export function isRefused({ status, reported, reasoning, calls }: AnswerOutcome, text: string): boolean {
  return status === 'failed' && !reported && text === '' && reasoning.text === '' && calls.length === 0
}

/** Everything that a model wrote is output: its thoughts and its calls as well. */
function wordsOf({ reasoning, calls }: AnswerOutcome, text: string): string {
  const written = [reasoning.text, text, ...calls.map((call) => `${call.tool} ${call.arguments}`)]
  return written.filter((words) => words !== '').join('\n')
}

export interface AnswerEnd {
  readonly text: string
  readonly at: number
  readonly findings: readonly CallFinding[]
}

type Counts = Omit<AnswerUsage, 'milliseconds' | 'commitMilliseconds' | 'firstByteMilliseconds' | 'warnings'>

function timingOf(
  { commitMilliseconds }: AnswerJob,
  { firstByteMilliseconds }: AnswerOutcome,
): Pick<AnswerUsage, 'commitMilliseconds' | 'firstByteMilliseconds'> {
  return {
    commitMilliseconds,
    ...(firstByteMilliseconds === undefined ? {} : { firstByteMilliseconds }),
  }
}

function reportedUsage(job: AnswerJob, reported: ReportedUsage): Counts {
  const { input, cached, written, uncached, output } = reported
  const counts = { input, cached, written, uncached, output }
  const { catalogue } = job.model
  const { objectUSD } = job.foreseen
  const { costUSD, savedUSD = 0 } = catalogue
    ? priceCall(catalogue, reported, priceOptions(job))
    : priceOf(job, counts, output)
  return { ...counts, costUSD: costUSD + objectUSD, savedUSD: savedUSD - objectUSD, reported: true }
}

function priceOptions({ tuning, call }: AnswerJob): ProfileOptions {
  const { lifetime } = tuning
  return { ...(lifetime ? { lifetime } : {}), isObject: call.cachedContent !== undefined }
}

function forecastUsage(job: AnswerJob, text: string): Counts {
  const { input, cached, written, uncached } = job.foreseen.predicted
  const output = job.model.spec.tokenizer.count(text)
  const counts = { input, cached, written, uncached }
  return { ...counts, output, ...priceOf(job, counts, output) }
}

function priceOf({ model }: AnswerJob, usage: Usage, output: number): Pick<Counts, 'costUSD' | 'savedUSD'> {
  const { profile } = model.spec
  const costUSD = priceUsage(usage, profile, output)
  const full = { input: usage.input, cached: 0, written: 0, uncached: usage.input }
  return { costUSD, savedUSD: priceUsage(full, profile, output) - costUSD }
}

/** Compares the provider's usage with the prediction for the same bytes. */
export function reviewAnswer(job: AnswerJob, reported: ReportedUsage | undefined): readonly CallFinding[] {
  const { model, foreseen, base, previousBase } = job
  if (!model.catalogue || !reported) return []
  return reviewCall({
    model: model.catalogue,
    predicted: foreseen.predicted,
    reported,
    base,
    ...(previousBase ? { previousBase } : {}),
  })
}

/** What the provider holds once it was asked; a refused request leaves it as it was. */
export function cacheStatements(store: Store, job: AnswerJob, wasRefused = false): readonly Statement[] {
  const { chat, model, tuning, foreseen } = job
  if (!foreseen.memory) return []
  const place = { workspaceId: chat.workspaceId, conversationId: chat.chatId, modelId: model.spec.id }
  return [store.wireCaches.put(place, wasRefused ? tuning.memory : foreseen.memory)]
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
