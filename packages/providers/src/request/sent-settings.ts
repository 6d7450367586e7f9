import { type CallInput, type CallSettings, LossList, type OutputFormat } from './call-input.ts'
import type { CatalogueModel, ReasoningEffort } from '../catalogue/catalogue-model.ts'

type SettingsInput = Pick<CallInput, 'model' | 'settings'>

/** The chat settings that a model supports; the others are not sent, without a notice. */
export function supportedSettings(input: SettingsInput): CallSettings {
  return sentSettings(input, new LossList())
}

/** The settings that this model takes; the others are losses. */
export function sentSettings({ model, settings = {} }: SettingsInput, losses: LossList): CallSettings {
  const effort = sentEffort(model, settings)
  const isThinking = effort.sent !== undefined && effort.sent !== 'none'
  const sent = {
    ...sentTemperature({ model, settings }, isThinking, losses),
    ...sentOutputLimit({ model, settings }, losses),
    ...(effort.sent === undefined ? {} : { reasoningEffort: effort.sent }),
  }
  const { reasoningEffort, contextTokens, format, toolChoice } = settings
  if (effort.loss !== undefined) losses.add(`reasoning effort ${reasoningEffort}`, effort.loss)
  if (contextTokens !== undefined && model.protocol !== 'ollama')
    losses.add(`context of ${contextTokens} tokens`, 'only Ollama takes one')
  if (format && !takesFormat(model, format))
    losses.add('the format of the answer', `${model.name} does not take it`)
  if (toolChoice !== undefined && !takesToolChoice(model))
    losses.add('the choice of a tool', `${model.name} does not take it`)
  return {
    ...sent,
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(format && takesFormat(model, format) ? { format } : {}),
    ...(toolChoice !== undefined && takesToolChoice(model) ? { toolChoice } : {}),
  }
}

/** Anthropic has no JSON without a schema; the offline model writes words. */
export function takesFormat({ protocol }: Pick<CatalogueModel, 'protocol'>, { kind }: OutputFormat): boolean {
  return protocol !== 'offline' && (protocol !== 'anthropic' || kind === 'schema')
}

/** Whether a model can be made to call a tool. */
export function takesToolChoice({ protocol }: Pick<CatalogueModel, 'protocol'>): boolean {
  return protocol !== 'offline' && protocol !== 'ollama'
}

interface SentEffort {
  readonly sent?: CallSettings['reasoningEffort']
  readonly loss?: string
}

/** Settled before the temperature, which not every model takes while it thinks. */
function sentEffort(model: CallInput['model'], settings: CallSettings): SentEffort {
  const { reasoningEffort, maxOutputTokens } = settings
  if (reasoningEffort === undefined) return {}
  if (!model.settings.reasoningEfforts.includes(reasoningEffort)) return { loss: describeEfforts(model) }
  if ((maxOutputTokens ?? model.reservedOutput) < leastThinkingLimit(model))
    return { loss: 'the output limit leaves no room to think' }
  return { sent: reasoningEffort }
}

function sentTemperature(
  { model, settings = {} }: SettingsInput,
  isThinking: boolean,
  losses: LossList,
): Pick<CallSettings, 'temperature'> {
  const { temperature } = settings
  if (temperature === undefined) return {}
  const { temperature: takesAny, temperatureMaximum: most } = model.settings
  const lose = (why: string) => losses.add(`temperature ${temperature}`, `${model.name} takes ${why}`)
  // Anthropic refuses a temperature beside thinking.
  if (!takesAny || (isThinking && model.protocol === 'anthropic')) {
    lose(takesAny ? 'none while it thinks' : 'none')
    return {}
  }
  if (temperature > most) lose(`at most ${most}`)
  return { temperature: Math.min(temperature, most) }
}

function sentOutputLimit(
  { model, settings = {} }: SettingsInput,
  losses: LossList,
): Pick<CallSettings, 'maxOutputTokens'> {
  const { maxOutputTokens } = settings
  if (maxOutputTokens === undefined) return {}
  const lose = (why: string) => losses.add(`output limit ${maxOutputTokens}`, `${model.name} ${why}`)
  const isTaken = model.settings.maxOutputTokens
  if (!isTaken) lose('takes none')
  if (maxOutputTokens > model.outputLimit) lose(`gives at most ${model.outputLimit}`)
  return isTaken ? { maxOutputTokens: Math.min(maxOutputTokens, model.outputLimit) } : {}
}

function describeEfforts({ name, settings }: CallInput['model']): string {
  const known = settings.reasoningEfforts
  return known.length === 0 ? `${name} takes none` : `${name} takes ${known.join(', ')}`
}

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
function leastThinkingLimit({ protocol, settings }: CatalogueModel): number {
  if (settings.thinkingBudget !== true) return 0
  return protocol === 'anthropic' || protocol === 'gemini' ? BOUNDS[protocol].minimum * 2 : 0
}
