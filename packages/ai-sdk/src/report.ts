import { type Plan, priceUsage } from '@varve/engine'
import { type Omission, type Prediction, reconcileUsage } from '@varve/engine/internal'
import { type CatalogueModel, cacheProfileOf, type Loss } from '@varve/providers/convert'
import type { LanguageModelUsage } from 'ai'
import { type ReadStep, type ReportedUsage, readUsage } from './read-steps.ts'

/** One call to the model: the forecast beside the bill. */
export interface CallReport {
  readonly predicted: Prediction
  /** Missing where the provider reported nothing. */
  readonly reported?: ReportedUsage
  readonly costUSD?: number
  /** Why the request is not simply the one before with more at its end. */
  readonly divergence: Plan['divergence']['reason']
  /** Set where the provider used its cache differently by more than a tenth of the prompt. */
  readonly warning?: string
}

export interface TurnReport {
  readonly text: string
  readonly calls: readonly CallReport[]
  /** Of the prompts of the turn, from 0 to 1. */
  readonly cachedShare: { readonly predicted: number; readonly reported: number | undefined }
  /** What did not fit or was left out, with its reason. */
  readonly omissions: readonly Omission[]
  /** What the model cannot take. */
  readonly losses: readonly Loss[]
}

interface PlannedCall {
  readonly plan: Plan
  readonly predicted: Prediction
}

interface ReportInput {
  readonly steps: readonly ReadStep[]
  readonly usage: readonly LanguageModelUsage[]
  readonly calls: readonly PlannedCall[]
  readonly model: CatalogueModel
  readonly losses: readonly Loss[]
}

export function buildReport({ steps, usage, calls: planned, model, losses }: ReportInput): TurnReport {
  const calls = planned.map((call, index) => reportCall(call, usage[index], model))
  const reported = calls.flatMap((call) => (call.reported ? [call.reported] : []))
  const last = planned.at(-1)?.plan
  return {
    text: steps.at(-1)?.text ?? '',
    calls,
    cachedShare: {
      predicted: shareOf(calls.map((call) => call.predicted)) ?? 0,
      reported: shareOf(reported),
    },
    omissions: last ? [...last.omissions].map(([, omission]) => omission) : [],
    losses,
  }
}

function reportCall(
  { plan, predicted }: PlannedCall,
  usage: LanguageModelUsage | undefined,
  model: CatalogueModel,
): CallReport {
  const reported = usage && readUsage(usage)
  const own = { predicted, divergence: plan.divergence.reason }
  if (!reported) return own
  const { input, cached, written, output } = reported
  const tellsWrites = model.cache.profile === 'anthropic' || model.cache.profile === 'openai-5.6'
  const { warning } = reconcileUsage(predicted, { input, cached, ...(tellsWrites ? { written } : {}) })
  return {
    ...own,
    reported,
    costUSD: priceUsage(reported, cacheProfileOf(model), output),
    ...(warning === undefined ? {} : { warning }),
  }
}

function shareOf(counts: readonly { readonly input: number; readonly cached: number }[]): number | undefined {
  const input = counts.reduce((sum, one) => sum + one.input, 0)
  return input === 0 ? undefined : counts.reduce((sum, one) => sum + one.cached, 0) / input
}
