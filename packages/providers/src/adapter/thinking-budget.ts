import type { CatalogueModel, ReasoningEffort } from '../catalogue/catalogue-model.ts'
import type { CallSettings } from './call-input.ts'

/** What of an answer may be thought, by how much of it was asked for. */
const SHARES: Readonly<Record<ReasoningEffort, number>> = {
  none: 0,
  minimal: 0.1,
  low: 0.2,
  medium: 0.4,
  high: 0.6,
  xhigh: 0.75,
  max: 0.85,
}

/** By the documented smallest and largest numbers of the models that take one. */
const BOUNDS = {
  anthropic: { minimum: 1_024, maximum: Number.POSITIVE_INFINITY },
  gemini: { minimum: 128, maximum: 24_576 },
} as const

/**
 * Tokens to think with, for a model that takes a number and not a level: a part of the output limit, so that
 * what is kept free for an answer holds all of it. Undefined where the provider's package decides.
 */
export function thinkingBudget(model: CatalogueModel, settings: CallSettings): number | undefined {
  const { reasoningEffort, maxOutputTokens } = settings
  const { protocol } = model
  if (reasoningEffort === undefined || reasoningEffort === 'none') return undefined
  if (model.settings.thinkingBudget !== true) return undefined
  if (protocol !== 'anthropic' && protocol !== 'gemini') return undefined
  const limit = maxOutputTokens ?? model.reservedOutput
  const { minimum, maximum } = BOUNDS[protocol]
  return Math.min(maximum, Math.max(minimum, Math.floor(limit * SHARES[reasoningEffort])))
}

/** The smallest output limit with which such a model can think and still answer. */
export function leastThinkingLimit({ protocol, settings }: CatalogueModel): number {
  if (settings.thinkingBudget !== true) return 0
  return protocol === 'anthropic' || protocol === 'gemini' ? BOUNDS[protocol].minimum * 2 : 0
}
