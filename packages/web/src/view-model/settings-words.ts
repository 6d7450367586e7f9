import type { ChatSettingsView } from '@varve/server/types'
import { formatTokens } from './format-tokens.ts'

/** Efforts as people say them. */
const EFFORTS: Readonly<Record<string, string>> = { none: 'none', xhigh: 'extra high', max: 'maximum' }

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

/** What of a chat's settings a model takes: the others are not sent to it. */
export function settingsFor(
  settings: ChatSettingsView,
  takes: {
    readonly temperature?: unknown
    readonly maxOutputTokens?: unknown
    readonly reasoningEfforts?: readonly string[]
  },
): ChatSettingsView {
  const { temperature, maxOutputTokens, reasoningEffort } = settings
  return {
    ...(temperature !== undefined && takes.temperature !== undefined ? { temperature } : {}),
    ...(maxOutputTokens !== undefined && takes.maxOutputTokens !== undefined ? { maxOutputTokens } : {}),
    ...(reasoningEffort !== undefined && takes.reasoningEfforts?.includes(reasoningEffort)
      ? { reasoningEffort }
      : {}),
  }
}
