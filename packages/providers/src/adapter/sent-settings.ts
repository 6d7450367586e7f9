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
  const { temperature, maxOutputTokens, reasoningEffort, contextTokens } = settings
  const takes = model.settings
  const isEffortKnown = reasoningEffort !== undefined && takes.reasoningEfforts.includes(reasoningEffort)
  const isTooShort = isEffortKnown && (maxOutputTokens ?? model.reservedOutput) < leastThinkingLimit(model)
  const isThinking = isEffortKnown && !isTooShort && reasoningEffort !== 'none'
  // Anthropic refuses a temperature beside thinking.
  const takesTemperature = takes.temperature && !(isThinking && model.protocol === 'anthropic')
  if (temperature !== undefined && !takesTemperature)
    losses.add(
      `temperature ${temperature}`,
      `${model.name} takes none${takes.temperature ? ' while it thinks' : ''}`,
    )
  else if (temperature !== undefined && temperature > takes.temperatureMaximum)
    losses.add(`temperature ${temperature}`, `${model.name} takes at most ${takes.temperatureMaximum}`)
  if (maxOutputTokens !== undefined && !takes.maxOutputTokens)
    losses.add(`output limit ${maxOutputTokens}`, `${model.name} takes none`)
  if (maxOutputTokens !== undefined && maxOutputTokens > model.outputLimit)
    losses.add(`output limit ${maxOutputTokens}`, `${model.name} gives at most ${model.outputLimit}`)
  if (reasoningEffort !== undefined && !isEffortKnown)
    losses.add(`reasoning effort ${reasoningEffort}`, describeEfforts(model))
  if (isTooShort)
    losses.add(`reasoning effort ${reasoningEffort}`, 'the output limit leaves no room to think')
  if (contextTokens !== undefined && model.protocol !== 'ollama')
    losses.add(`context of ${contextTokens} tokens`, 'only Ollama takes one')
  return {
    ...(temperature !== undefined && takesTemperature
      ? { temperature: Math.min(temperature, takes.temperatureMaximum) }
      : {}),
    ...(maxOutputTokens !== undefined && takes.maxOutputTokens
      ? { maxOutputTokens: Math.min(maxOutputTokens, model.outputLimit) }
      : {}),
    ...(isEffortKnown && !isTooShort ? { reasoningEffort } : {}),
    ...(contextTokens === undefined ? {} : { contextTokens }),
  }
}

function describeEfforts({ name, settings }: CallInput['model']): string {
  const known = settings.reasoningEfforts
  return known.length === 0 ? `${name} takes none` : `${name} takes ${known.join(', ')}`
}
