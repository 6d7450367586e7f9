import type { CallInput, CallSettings } from './call-input.ts'
import { LossList } from './loss-list.ts'
import { leastThinkingLimit } from './thinking-budget.ts'

type SettingsInput = Pick<CallInput, 'model' | 'settings'>

/** What of a chat's settings goes out to a model; the rest is not sent, and nobody is told. */
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
  const { reasoningEffort, contextTokens } = settings
  if (effort.loss !== undefined) losses.add(`reasoning effort ${reasoningEffort}`, effort.loss)
  if (contextTokens !== undefined && model.protocol !== 'ollama')
    losses.add(`context of ${contextTokens} tokens`, 'only Ollama takes one')
  return { ...sent, ...(contextTokens === undefined ? {} : { contextTokens }) }
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
