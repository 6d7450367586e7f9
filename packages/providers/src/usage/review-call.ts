import { reconcileUsage, type Usage } from '@varve/engine/internal'
import { type CatalogueModel, cacheProfileOf, type ProfileOptions } from '../catalogue/catalogue-model.ts'
import type { ReportedUsage } from '../wire/wire.ts'
import { priceUsage } from '@varve/engine'

/** Something about a call that a user should see; `severity` says how loudly. */
export interface CallFinding {
  readonly kind: 'usage-differs' | 'base-changed' | 'prompt-cut'
  readonly severity: 'warning' | 'error'
  readonly message: string
}

export interface ReviewInput {
  readonly model: CatalogueModel
  readonly predicted: Usage
  readonly reported: ReportedUsage
  /** The base of this call and of the one before it, of one branch and model. */
  readonly base?: BaseMark
  readonly previousBase?: BaseMark
  /** What was asked for as Ollama's `num_ctx`. */
  readonly contextTokens?: number
}

export interface BaseMark {
  readonly epoch: number
  readonly hash: string
}

/** Estimates of local models' tokenizers are off by this much at most; below it, text is missing. */
const SHORTFALL_SHARE = 0.2

/** Of the prompt: a forecast that is off by less is as good as right. */
const TOLERATED_SHARE = 0.1

/** Compares what was expected of a call with what the provider says it did. */
export function reviewCall(input: ReviewInput): readonly CallFinding[] {
  return [findCut(input), findDifference(input), findChangedBase(input)].filter(
    (finding) => finding !== undefined,
  )
}

function findDifference({ model, predicted, reported }: ReviewInput): CallFinding | undefined {
  // Ollama says nothing of its cache; its count of the prompt is looked at by itself.
  if (model.protocol === 'ollama') return undefined
  const { input, cached, written } = reported
  const found = reconcileUsage(predicted, {
    input,
    cached,
    ...(tellsWrites(model) ? { written } : {}),
  })
  if (found.warning === undefined || isBetter(found, input)) return undefined
  return { kind: 'usage-differs', severity: 'warning', message: found.warning }
}

/** The cache saved more than predicted and nothing else exceeded the prediction: no warning needed. */
function isBetter(
  { input, cached, written, uncached }: ReturnType<typeof reconcileUsage>,
  prompt: number,
): boolean {
  const tolerated = prompt * TOLERATED_SHARE
  return cached > 0 && written <= tolerated && uncached <= tolerated && Math.abs(input) <= tolerated
}

function tellsWrites(model: CatalogueModel): boolean {
  return model.cache.profile === 'anthropic' || model.cache.profile === 'openai-5.6'
}

/** Ollama and LM Studio cut a prompt that does not fit, and answer as if nothing had happened. */
function findCut({ model, predicted, reported, contextTokens }: ReviewInput): CallFinding | undefined {
  const cuts = model.protocol === 'ollama' || model.provider === 'lm-studio'
  if (!cuts || reported.input === 0) return undefined
  const missing = predicted.input - reported.input
  if (missing <= predicted.input * SHORTFALL_SHARE) return undefined
  const window = contextTokens ?? model.window
  return {
    kind: 'prompt-cut',
    severity: 'error',
    message:
      `${model.name} read only ${reported.input} of about ${predicted.input} tokens: part of the ` +
      `conversation was cut off. ${
        model.protocol === 'ollama'
          ? `Its context holds ${window} tokens (num_ctx); raise it or attach less.`
          : 'Load the model in LM Studio with a larger context, or attach less.'
      }`,
  }
}

function findChangedBase({ base, previousBase }: ReviewInput): CallFinding | undefined {
  if (!base || !previousBase || base.epoch !== previousBase.epoch || base.hash === previousBase.hash)
    return undefined
  return {
    kind: 'base-changed',
    severity: 'warning',
    message: `The base of epoch ${base.epoch} changed inside the epoch: its cache is lost. This is a fault of Varve.`,
  }
}

export interface CallPrice {
  readonly costUSD: number
  /** Against the same call with nothing cached; below zero where writing cost more than reading saved. */
  readonly savedUSD: number
}

/** Money for a call as it was reported, its answer included. */
export function priceCall(model: CatalogueModel, usage: ReportedUsage, options?: ProfileOptions): CallPrice {
  const profile = cacheProfileOf(model, options)
  const costUSD = priceUsage(usage, profile, usage.output)
  const full = { input: usage.input, cached: 0, written: 0, uncached: usage.input }
  return { costUSD, savedUSD: priceUsage(full, profile, usage.output) - costUSD }
}
