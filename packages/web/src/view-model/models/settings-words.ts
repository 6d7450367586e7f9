import type { ChatSettingsView } from '@varve/server/types'
import { formatTokens } from '../text/format-tokens.ts'

/** Efforts as people say them. */
const EFFORTS: Readonly<Record<string, string>> = { none: 'none', xhigh: 'extra high', max: 'maximum' }

/** What a model takes. */
interface Takes {
  readonly temperature?: { readonly notWhileThinking?: true }
  readonly maxOutputTokens?: unknown
  readonly reasoningEfforts?: readonly string[]
}

export function effortWords(effort: string): string {
  return EFFORTS[effort] ?? effort
}

/** Settings as short facts; none where all are the model's own. */
export function settingsFacts(settings: ChatSettingsView | undefined): readonly string[] {
  const { temperature, maxOutputTokens, reasoningEffort } = settings ?? {}
  return [
    ...(reasoningEffort === undefined ? [] : [`effort ${effortWords(reasoningEffort)}`]),
    ...(temperature === undefined ? [] : [`temperature ${temperature}`]),
    ...(maxOutputTokens === undefined ? [] : [`at most ${formatTokens(maxOutputTokens)} out`]),
  ]
}

/** Whether a model is sent the temperature of a chat: some take none while they think. */
export function sendsTemperature({ reasoningEffort }: ChatSettingsView, takes: Takes): boolean {
  if (takes.temperature?.notWhileThinking !== true || reasoningEffort === undefined) return true
  return reasoningEffort === 'none' || takes.reasoningEfforts?.includes(reasoningEffort) !== true
}

/** What of a chat's settings a model takes: the others are not sent to it. */
export function settingsFor(settings: ChatSettingsView, takes: Takes): ChatSettingsView {
  const { temperature, maxOutputTokens, reasoningEffort } = settings
  const isWarm = takes.temperature !== undefined && sendsTemperature(settings, takes)
  return {
    ...(temperature !== undefined && isWarm ? { temperature } : {}),
    ...(maxOutputTokens !== undefined && takes.maxOutputTokens !== undefined ? { maxOutputTokens } : {}),
    ...(reasoningEffort !== undefined && takes.reasoningEfforts?.includes(reasoningEffort)
      ? { reasoningEffort }
      : {}),
  }
}
