import { CliError } from '../cli-error.ts'
import { type ChatsContext, type ChatsOptions, withChats } from '../chats/with-chats.ts'
import type { App } from '@varve/app'
import { readInput } from '../read-input.ts'

/** What of a workspace can be set. */
const SETTINGS_PARTS = ['chat-files', 'guard', 'tool-rules'] as const

export type SettingsPart = (typeof SETTINGS_PARTS)[number]

interface Place {
  readonly workspaceId: string
}

/** `varve settings show`: one part, or all of them. It is JSON in any case, for `set` to read again. */
export async function showSettingsCommand(
  part: SettingsPart | undefined,
  options: ChatsOptions,
  context: ChatsContext,
): Promise<void> {
  const value = await withChats(options, context, 'read', async (app, place) =>
    part === undefined ? allParts(app, place) : readPart(app, place, part),
  )
  await print(value, options, context)
}

/** `varve settings set`: from a file, the standard input, or `on` and `off`. */
export async function setSettingsCommand(
  { part, value }: { readonly part: SettingsPart; readonly value: string },
  options: ChatsOptions,
  context: ChatsContext,
): Promise<void> {
  const wanted = part === 'chat-files' ? parseSwitch(value) : await readJson(value, context)
  const now = await withChats(options, context, 'write', (app, place) =>
    writePart(app, place, { part, wanted }),
  )
  await print(now, options, context)
}

async function allParts(app: App, place: Place): Promise<object> {
  const parts = SETTINGS_PARTS.map(async (part) => [part, await readPart(app, place, part)] as const)
  return Object.fromEntries(await Promise.all(parts))
}

async function readPart(app: App, place: Place, part: SettingsPart): Promise<unknown> {
  switch (part) {
    case 'chat-files':
      return (await app.readWorkspaceSettings(place)).chatFiles
    case 'guard':
      return (await app.readGuard(place)).policy
    case 'tool-rules':
      return (await app.readToolRules(place)).rules
    default:
      return part satisfies never
  }
}

async function writePart(
  app: App,
  place: Place,
  { part, wanted }: { readonly part: SettingsPart; readonly wanted: unknown },
): Promise<unknown> {
  switch (part) {
    case 'chat-files':
      return (await app.setWorkspaceSettings({ ...place, settings: { chatFiles: wanted as 'on' | 'off' } }))
        .chatFiles
    case 'guard': {
      const { policy } = await app.readGuard(place)
      // What is left out stays as it is.
      return (await app.setGuard({ ...place, policy: isObject(wanted) ? { ...policy, ...wanted } : wanted }))
        .policy
    }
    case 'tool-rules':
      return (await app.setToolRules({ ...place, rules: wanted })).rules
    default:
      return part satisfies never
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseSwitch(value: string): 'on' | 'off' {
  if (value === 'on' || value === 'off') return value
  throw new CliError('usage', 'chat-files is on or off.')
}

async function readJson(file: string, { input }: ChatsContext): Promise<unknown> {
  const bytes = await readInput(file, input)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    const name = file === '-' ? 'the standard input' : file
    throw new CliError('input-malformed', `${name} holds no JSON in UTF-8.`, { cause: error })
  }
}

async function print(value: unknown, { json }: ChatsOptions, { output }: ChatsContext): Promise<void> {
  const words = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  await output.write(`${json ? JSON.stringify(value) : words}\n`)
}
