import type { App, ChatTools, TurnView } from '@varve/app'
import { type Call, dataOptions } from '../call.ts'
import type { Verb } from '../command.ts'
import { CliError } from '../errors.ts'
import { masterKeyPlace, requireFileOrServer } from '../paths.ts'

export interface ChatsOptions {
  readonly workspace: string
  readonly database?: string
}

/** Which chats a command is about: those of one workspace. */
export function onChats<Options extends object, Arguments extends readonly unknown[]>(
  verb: Verb<Options, Arguments>,
) {
  return verb
    .option(
      '--workspace <folder>',
      'the folder, the name or the id of the workspace, or how it begins; default: where you are',
      { default: '.' },
    )
    .option('--data <folder>', 'where chats and settings are kept')
    .option('--database <place>', 'a file, or postgres://user@host/name; default: that of --data')
    .option('--json', 'as JSON')
}

interface Place {
  readonly workspaceId: string
}

export interface OfChat extends Place {
  readonly chatId: string
}

/** Opens the chats of a workspace, and closes them whatever comes of it. */
export function withChats<Result>(
  options: ChatsOptions,
  call: Call,
  access: 'read' | 'write' | 'add',
  act: (app: App, place: Place) => Promise<Result>,
): Promise<Result> {
  return withTools(options, call, access, ({ app, workspaceId }) => act(app, { workspaceId }))
}

/** The same for one chat, by its id or the beginning of it. */
export function withChat<Result>(
  { chat, ...options }: ChatsOptions & { readonly chat: string },
  call: Call,
  access: 'read' | 'write',
  act: (app: App, place: OfChat) => Promise<Result>,
): Promise<Result> {
  return withTools(options, call, access, async ({ app, workspaceId, findChat }) =>
    act(app, { workspaceId, chatId: await findChat(chat) }),
  )
}

async function withTools<Result>(
  { workspace, database }: ChatsOptions,
  call: Call,
  access: 'read' | 'write' | 'add',
  act: (tools: ChatTools) => Promise<Result>,
): Promise<Result> {
  const { paths, report, surroundings } = call
  const { openChatTools } = await import('@varve/app')
  const tools = await openChatTools({
    ...dataOptions(requireFileOrServer(database ?? paths.database), call),
    workspace,
    masterKey: masterKeyPlace(surroundings, paths),
    report,
    access,
  })
  try {
    return await act(tools)
  } finally {
    await tools.close()
  }
}

/** The turns of the branch on show, the newest first; no more are read than somebody asks for. */
export async function* turnsOf(app: App, place: OfChat): AsyncGenerator<TurnView> {
  let before: number | undefined
  do {
    const { turns, earlier } = await app.listTurns({ ...place, before })
    yield* turns.toReversed()
    before = earlier > 0 ? earlier + 1 : undefined
  } while (before !== undefined)
}

/** The turn of this number or id in the branch on show; its last one where neither is given. */
export async function turnNamed(app: App, place: OfChat, wanted?: string): Promise<TurnView> {
  for await (const turn of turnsOf(app, place))
    if (wanted === undefined || turn.id === wanted || String(turn.number) === wanted) return turn
  throw new CliError(
    'usage',
    wanted === undefined
      ? 'This chat has no turn yet.'
      : `There is no turn "${wanted}" in the branch on show: see varve chats turns.`,
  )
}
