import { canonicalJurisdictions } from '@varve/areas'
import {
  CHAT_SETTING_ROWS,
  type ChatSettingsPatch,
  type ChatSettingsView,
  settingSchema,
} from '@varve/contract'
import type { CallSettings, ReasoningEffort } from '@varve/providers'
import { AppError } from '../app-error.ts'

const SCHEMAS = new Map<string, ReturnType<typeof settingSchema>>(
  CHAT_SETTING_ROWS.map(([name, row]) => [name, settingSchema(row, row.label)]),
)

/** The settings of a chat after a change. A value out of range is refused with the sentence of its row. */
export function changeSettings(settings: ChatSettingsView, patch: ChatSettingsPatch): ChatSettingsView {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined)
  for (const [name, value] of given) {
    const refused = value === null ? undefined : SCHEMAS.get(name)?.safeParse(value).error
    if (refused)
      throw new AppError('message-invalid', `${refused.issues[0]?.message ?? ''} Nothing has been changed.`)
  }
  return readSettings({ ...settings, ...Object.fromEntries(given) })
}

/** Settings as they are stored. Those that a later version wrote and this one doesn't know are left out. */
export function readSettings(value: unknown): ChatSettingsView {
  if (typeof value !== 'object' || value === null) return {}
  const stored = value as Readonly<Record<string, unknown>>
  const sound = [...SCHEMAS].filter(
    ([name, schema]) => stored[name] !== undefined && schema.safeParse(stored[name]).success,
  )
  const settings: ChatSettingsView = Object.fromEntries(sound.map(([name]) => [name, stored[name]]))
  const { jurisdictions } = settings
  // However they were typed: messages name jurisdictions by their ids.
  return jurisdictions === undefined
    ? settings
    : { ...settings, jurisdictions: canonicalJurisdictions(jurisdictions) }
}

/** The settings that go to a model. */
export function callSettings(settings: ChatSettingsView): CallSettings {
  const { temperature, maxOutputTokens, reasoningEffort } = settings
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort: reasoningEffort satisfies ReasoningEffort }),
  }
}
