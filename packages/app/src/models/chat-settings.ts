import { canonicalJurisdictions } from '@varve/areas'
import type { CallSettings, ReasoningEffort } from '@varve/providers'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import type { ChatSettingsView } from '@varve/contract'

/** What a user changes: a value, `null` for what holds by itself, or nothing. */
export type ChatSettingsPatch = {
  readonly [Name in keyof ChatSettingsView]?: ChatSettingsView[Name] | string | null | undefined
}

const HOTTEST = 2
/** More than any model gives; what a model does not give is cut to what it does. */
const LONGEST_OUTPUT = 1_000_000
const EFFORTS = [
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
  'max',
] as const satisfies ReasoningEffort[]
const MOST_NAMES = 20

const name = z.string().min(1).max(200)
/** As files of the workspace are called, also those that somebody else put there. */
const fileName = name.regex(/^(?!\.)[^/\\\p{C}]+$/u)
const names = z.array(name).max(MOST_NAMES)

/** Each setting with what it may be, and with how that is said. */
const FIELDS = {
  temperature: [z.number().min(0).max(HOTTEST), `A temperature is a number from 0 to ${HOTTEST}.`],
  maxOutputTokens: [
    z.int().min(1).max(LONGEST_OUTPUT),
    'An output limit is a whole number from 1 to 1,000,000 tokens.',
  ],
  reasoningEffort: [z.enum(EFFORTS), `A reasoning effort is one of ${EFFORTS.join(', ')}.`],
  runner: [
    z.enum(['chat', 'plus', 'agent', 'vault-qa']),
    'A runner is one of chat, plus, agent and vault-qa.',
  ],
  mode: [z.enum(['ask', 'plan', 'act']), 'A mode is one of ask, plan and act.'],
  history: [z.enum(['strip', 'recall', 'dump']), 'History is one of strip, recall and dump.'],
  agent: [fileName, 'An agent is named as its file is, without folders.'],
  project: [fileName, 'A project is named as its file is, without folders.'],
  areas: [names, `Areas are a list of at most ${MOST_NAMES} names such as practice/family.`],
  jurisdictions: [names, `Jurisdictions are a list of at most ${MOST_NAMES} ids such as US-CA.`],
  guidance: [z.literal('off'), 'Guidance is off, or left out.'],
  summaries: [z.enum(['model', 'extract']), 'Summaries are made by model or by extract.'],
} as const satisfies { readonly [Name in keyof Required<ChatSettingsView>]: readonly [z.ZodType, string] }

/** The settings of a chat after a change. What is out of range is refused in words. */
export function changeSettings(settings: ChatSettingsView, patch: ChatSettingsPatch): ChatSettingsView {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined)
  for (const [field, value] of given) {
    const known = Object.hasOwn(FIELDS, field) ? FIELDS[field as keyof typeof FIELDS] : undefined
    if (value !== null && known && !known[0].safeParse(value).success)
      throw new AppError('message-invalid', `${known[1]} Nothing has been changed.`)
  }
  return readSettings({ ...settings, ...Object.fromEntries(given) })
}

/** Settings as they are stored; what a later version wrote and this one does not know is left out. */
export function readSettings(value: unknown): ChatSettingsView {
  if (typeof value !== 'object' || value === null) return {}
  const stored = value as Readonly<Record<string, unknown>>
  const sound = Object.entries(FIELDS).filter(([field, [schema]]) => schema.safeParse(stored[field]).success)
  const settings: ChatSettingsView = Object.fromEntries(sound.map(([field]) => [field, stored[field]]))
  const { jurisdictions } = settings
  // However they were typed: by their ids they are found among those that a message names.
  return jurisdictions === undefined
    ? settings
    : { ...settings, jurisdictions: canonicalJurisdictions(jurisdictions) }
}

/** What of the settings goes to a model. */
export function callSettings(settings: ChatSettingsView): CallSettings {
  const { temperature, maxOutputTokens, reasoningEffort } = settings
  const effort = z.enum(EFFORTS).safeParse(reasoningEffort).data
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(effort === undefined ? {} : { reasoningEffort: effort }),
  }
}
