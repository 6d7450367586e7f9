import type { CallSettings, ReasoningEffort } from '@varve/providers'
import { AppError } from '../app-error.ts'
import type { ChatSettingsView } from '../model-views.ts'

/** What a user changes: a value, `null` for the model's own, or nothing. */
export interface ChatSettingsPatch {
  readonly temperature?: number | null | undefined
  readonly maxOutputTokens?: number | null | undefined
  readonly reasoningEffort?: string | null | undefined
}

const HOTTEST = 2
/** More than any model gives; what a model does not give is cut to what it does. */
const LONGEST_OUTPUT = 1_000_000
const EFFORTS: readonly ReasoningEffort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** The settings of a chat after a change. What is out of range is refused in words. */
export function changeSettings(settings: ChatSettingsView, patch: ChatSettingsPatch): ChatSettingsView {
  const { temperature, maxOutputTokens, reasoningEffort } = patch
  if (typeof temperature === 'number' && !(temperature >= 0 && temperature <= HOTTEST))
    throw refused(`A temperature is a number from 0 to ${HOTTEST}.`)
  if (typeof maxOutputTokens === 'number' && !isOutputLimit(maxOutputTokens))
    throw refused('An output limit is a whole number from 1 to 1,000,000 tokens.')
  if (typeof reasoningEffort === 'string' && !isEffort(reasoningEffort))
    throw refused(`A reasoning effort is one of ${EFFORTS.join(', ')}.`)
  return readSettings({ ...settings, ...definedOf(patch) })
}

/** Settings as they are stored; what a later version wrote and this one does not know is left out. */
export function readSettings(value: unknown): ChatSettingsView {
  if (typeof value !== 'object' || value === null) return {}
  const { temperature, maxOutputTokens, reasoningEffort } = value as Readonly<Record<string, unknown>>
  return {
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(typeof maxOutputTokens === 'number' ? { maxOutputTokens } : {}),
    ...(isEffort(reasoningEffort) ? { reasoningEffort } : {}),
  }
}

export function callSettings(settings: ChatSettingsView): CallSettings {
  const { reasoningEffort, ...numbers } = settings
  return { ...numbers, ...(isEffort(reasoningEffort) ? { reasoningEffort } : {}) }
}

function isOutputLimit(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= LONGEST_OUTPUT
}

function isEffort(value: unknown): value is ReasoningEffort {
  return EFFORTS.some((effort) => effort === value)
}

function definedOf(patch: ChatSettingsPatch): ChatSettingsPatch {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}

function refused(message: string): AppError {
  return new AppError('message-invalid', `${message} Nothing has been changed.`)
}
