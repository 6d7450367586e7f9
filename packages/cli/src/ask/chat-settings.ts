import { CHAT_SETTING_ROWS, describeValues, type SettingKind } from '@varve/contract/tables/settings'
import { CliError } from '../errors.ts'

const ROWS = new Map<string, SettingKind>(CHAT_SETTING_ROWS)

export const SETTING_NAMES: readonly string[] = [...ROWS.keys()].toSorted()

/** Each setting of a chat with its help, for `--help`. */
export const SETTINGS_HELP = [
  '',
  'Settings:',
  ...CHAT_SETTING_ROWS.map(
    ([name, row]) => `  ${name.padEnd(17)}${row.help}\n${' '.repeat(19)}${describeValues(row)}`,
  ),
].join('\n')

/** The changes that `name=value` makes; an empty value gives a setting back, as `null` does. */
export function parseChatSettings(pairs: readonly string[]): Readonly<Record<string, never>> {
  return Object.fromEntries(pairs.map(parsePair)) as Readonly<Record<string, never>>
}

function parsePair(pair: string): readonly [string, unknown] {
  const at = pair.indexOf('=')
  const name = at < 0 ? pair : pair.slice(0, at)
  const row = ROWS.get(name)
  if (!row)
    throw new CliError('usage', `There is no setting "${name}". A chat has ${SETTING_NAMES.join(', ')}.`)
  if (at < 0)
    throw new CliError('usage', `A setting is given as ${name}=value; ${name}= resets it to its default.`)
  const value = pair.slice(at + 1)
  return [name, value === '' ? null : readValue(row, value)]
}

/** A number that isn't one stays a text: the app refuses it in its own words. */
export function readValue({ kind }: SettingKind, value: string): unknown {
  switch (kind) {
    case 'number':
      return value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value)
    case 'names':
      return value.split(',').map((each) => each.trim())
    case 'choice':
    case 'switch':
    case 'file':
    case 'text':
      return value
    default:
      return kind satisfies never
  }
}
