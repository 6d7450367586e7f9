import { CliError } from '../errors.ts'

type Read = (value: string) => unknown

/** A number, or what was written in its place, for the app to refuse in its own words. */
const number: Read = (value) => (value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value))
const text: Read = (value) => value
const list: Read = (value) => value.split(',').map((each) => each.trim())

/** Each setting of a chat with how its value is read. */
const SETTINGS: Readonly<Record<string, Read>> = {
  agent: text,
  areas: list,
  guidance: text,
  history: text,
  jurisdictions: list,
  maxOutputTokens: number,
  mode: text,
  project: text,
  reasoningEffort: text,
  runner: text,
  summaries: text,
  temperature: number,
}

export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS)

/** What `name=value` changes; nothing behind the sign gives a setting back, as `null` does. */
export function parseChatSettings(pairs: readonly string[]): Readonly<Record<string, never>> {
  return Object.fromEntries(pairs.map(parsePair)) as Readonly<Record<string, never>>
}

function parsePair(pair: string): readonly [string, unknown] {
  const at = pair.indexOf('=')
  const name = at < 0 ? pair : pair.slice(0, at)
  const read = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined
  if (!read)
    throw new CliError('usage', `There is no setting "${name}". A chat has ${SETTING_NAMES.join(', ')}.`)
  if (at < 0)
    throw new CliError('usage', `A setting is given as ${name}=value; ${name}= gives it back to its default.`)
  const value = pair.slice(at + 1)
  return [name, value === '' ? null : read(value)]
}
