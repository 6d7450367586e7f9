import type { CallInput, CallSettings } from './call-input.ts'
import type { LossList } from './loss-list.ts'

/** The settings that this model takes; the others are losses. */
export function sentSettings({ model, settings = {} }: CallInput, losses: LossList): CallSettings {
  const { temperature, maxOutputTokens, reasoningEffort, contextTokens } = settings
  const takes = model.settings
  const isEffortKnown = reasoningEffort !== undefined && takes.reasoningEfforts.includes(reasoningEffort)
  if (temperature !== undefined && !takes.temperature)
    losses.add(`temperature ${temperature}`, `${model.name} takes none`)
  if (maxOutputTokens !== undefined && !takes.maxOutputTokens)
    losses.add(`output limit ${maxOutputTokens}`, `${model.name} takes none`)
  if (maxOutputTokens !== undefined && maxOutputTokens > model.outputLimit)
    losses.add(`output limit ${maxOutputTokens}`, `${model.name} gives at most ${model.outputLimit}`)
  if (reasoningEffort !== undefined && !isEffortKnown)
    losses.add(`reasoning effort ${reasoningEffort}`, describeEfforts(model))
  if (contextTokens !== undefined && model.protocol !== 'ollama')
    losses.add(`context of ${contextTokens} tokens`, 'only Ollama takes one')
  return {
    ...(temperature !== undefined && takes.temperature ? { temperature } : {}),
    ...(maxOutputTokens !== undefined && takes.maxOutputTokens
      ? { maxOutputTokens: Math.min(maxOutputTokens, model.outputLimit) }
      : {}),
    ...(isEffortKnown ? { reasoningEffort } : {}),
    ...(contextTokens === undefined ? {} : { contextTokens }),
  }
}

function describeEfforts({ name, settings }: CallInput['model']): string {
  const known = settings.reasoningEfforts
  return known.length === 0 ? `${name} takes none` : `${name} takes ${known.join(', ')}`
}
