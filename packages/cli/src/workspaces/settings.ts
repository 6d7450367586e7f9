import type { WorkingApp } from '../connect.ts'
import {
  describeRefusal,
  describeValues,
  type SettingKind,
  WORKSPACE_SETTING_ROWS,
} from '@varve/contract/tables/settings'
import { readValue } from '../ask/chat-settings.ts'
import { onChats, withChats } from '../chats/with-chats.ts'
import type { Group, Shown } from '../command.ts'
import { CliError } from '../errors.ts'
import { readJson } from '../input.ts'

/** The settings that have a row, by their words here. */
const ROWS = new Map(
  WORKSPACE_SETTING_ROWS.map(([name, row]) => [row.command ?? name, { name, row }] as const),
)

const LISTS = ['guard', 'tool-rules'] as const

const PARTS: readonly string[] = [...ROWS.keys(), ...LISTS]

interface Place {
  readonly workspaceId: string
}

/** The commands for the settings of a workspace. They print JSON in any case, for `set` to read again. */
export function addSettingsCommands(program: Group): void {
  const settings = program.group(
    'settings',
    'show or change the settings of a workspace: chat files, guard, tool permissions',
    HELP,
  )
  onChats(settings.defaultCommand('show', 'print all of them, or one part', 'arguments'))
    .argument('[part]', 'which part', { choices: PARTS })
    .run(async (call, options, part) =>
      shown(
        await withChats(options, call, 'read', (app, place) =>
          part === undefined ? readAll(app, place) : readPart(app, place, part),
        ),
      ),
    )
  onChats(settings.command('set', 'change a part, and print the result'))
    .argument('<part>', 'which part', { choices: PARTS })
    .argument(
      '[value]',
      `${VALUES_HELP}; for ${LISTS.join(' and ')} a file of JSON, - for the standard input`,
      { default: '-' },
    )
    .run(async (call, options, part, value) => {
      const known = ROWS.get(part)
      const wanted = known ? await parseValue(part, known.row, value) : await readJson(value, call)
      return shown(
        await withChats(options, call, 'write', (app, place) => writePart(app, place, { part, wanted })),
      )
    })
}

const VALUES_HELP = [...ROWS].map(([part, { row }]) => `${describeValues(row)} for ${part}`).join(', ')

const HELP = `
${[...ROWS].map(([part, { row }]) => `${part.padEnd(12)}${row.help}`).join('\n')}
guard       what may be sent to cloud models; fields left out of the JSON don’t change
tool-rules  a list of {"tool","path"?,"decision"}: run, ask or refuse; it replaces all rules
Use varve chats set for the settings of a chat, and varve keys for provider keys. Varve may be running.

Examples:
  varve settings --workspace ~/notes
  varve settings set chat-files off --workspace ~/notes
  echo '{"sensitivity":"strict","decisions":{"EMAIL":"redact"}}' | varve settings set guard --workspace ~/notes
  echo '[{"tool":"write","path":"drafts/**","decision":"run"}]' | varve settings set tool-rules --workspace ~/notes`

function shown(value: unknown): Shown {
  return { json: value, words: typeof value === 'string' ? value : JSON.stringify(value, null, 2) }
}

async function readAll(app: WorkingApp, place: Place): Promise<object> {
  const parts = PARTS.map(async (part) => [part, await readPart(app, place, part)] as const)
  return Object.fromEntries(await Promise.all(parts))
}

async function readPart(app: WorkingApp, place: Place, part: string): Promise<unknown> {
  const known = ROWS.get(part)
  if (known) return (await app.readWorkspaceSettings(place))[known.name]
  return part === 'guard' ? (await app.readGuard(place)).policy : (await app.readToolRules(place)).rules
}

async function writePart(
  app: WorkingApp,
  place: Place,
  { part, wanted }: { readonly part: string; readonly wanted: unknown },
): Promise<unknown> {
  const known = ROWS.get(part)
  if (known)
    return (await app.setWorkspaceSettings({ ...place, settings: { [known.name]: wanted as never } }))[
      known.name
    ]
  if (part === 'tool-rules') return (await app.setToolRules({ ...place, rules: wanted })).rules
  const { policy } = await app.readGuard(place)
  // What is left out stays as it is.
  return (await app.setGuard({ ...place, policy: isObject(wanted) ? { ...policy, ...wanted } : wanted }))
    .policy
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function parseValue(part: string, row: SettingKind, text: string): Promise<unknown> {
  const { settingSchema } = await import('@varve/contract')
  const value = readValue(row, text)
  if (settingSchema(row, part).safeParse(value).success) return value
  throw new CliError('usage', describeRefusal(part, row))
}
