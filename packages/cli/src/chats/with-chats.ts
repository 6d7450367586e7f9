import type { TurnView } from '@varve/app'
import { type Call, dataOptions } from '../call.ts'
import { connect, sayFallback, type WorkingApp } from '../connect.ts'
import type { Verb } from '../command.ts'
import { CliError } from '../errors.ts'
import { masterKeyPlace, requireFileOrServer } from '../paths.ts'

export interface ChatsOptions {
  readonly workspace?: string
  readonly database?: string
}

/** Which chats a command is about: those of one workspace. */
export function onChats<Options extends object, Arguments extends readonly unknown[]>(
  verb: Verb<Options, Arguments>,
) {
  return verb
    .reachesServers()
    .option(
      '-w, --workspace <folder>',
      'a workspace: folder, name, id, or the start of its id (default: the current one, or the last one used)',
    )
    .option('--data <folder>', 'the folder for chats and settings')
    .option('--database <place>', 'a file, or postgres://user@host/name (default: the one in --data)')
    .option('--json', 'as JSON')
}

interface Place {
  readonly workspaceId: string
}

export interface OfChat extends Place {
  readonly chatId: string
}

/** Opens the chats of a workspace, and closes them whatever comes of it. */
export async function withChats<Result>(
  options: ChatsOptions,
  call: Call,
  access: 'read' | 'write' | 'add',
  act: (app: WorkingApp, place: Place) => Promise<Result>,
): Promise<Result> {
  const { workspace, database } = options
  const { cwd } = call
  // Reading goes on beside a Varve that runs.
  const connection = access === 'read' && !call.server ? undefined : await connect(call, options)
  if (connection) {
    const { app, isRemote } = connection
    const { chooseWorkspace } = await import('@varve/app/choose-workspace')
    const chosen = await chooseWorkspace(app, { workspace, cwd, isRemote, isKnown: access !== 'add' })
    sayFallback(chosen, call)
    return act(app, { workspaceId: chosen.workspace.id })
  }
  const { paths, report, surroundings } = call
  const { openChatTools } = await import('@varve/app')
  const tools = await openChatTools({
    ...dataOptions(requireFileOrServer(database ?? paths.database), call),
    workspace,
    cwd,
    masterKey: masterKeyPlace(surroundings, paths),
    report,
    access,
  })
  try {
    sayFallback(tools.chosen, call)
    return await act(tools.app, { workspaceId: tools.workspaceId })
  } finally {
    await tools.close()
  }
}

/** The same for one chat, by its id or the beginning of it. */
export function withChat<Result>(
  { chat, ...options }: ChatsOptions & { readonly chat: string },
  call: Call,
  access: 'read' | 'write',
  act: (app: WorkingApp, place: OfChat) => Promise<Result>,
): Promise<Result> {
  return withChats(options, call, access, async (app, { workspaceId }) =>
    act(app, { workspaceId, chatId: await app.findChat({ workspaceId, wanted: chat }) }),
  )
}

/** The turns of the current branch, newest first, read only as far as needed. */
export async function* turnsOf(app: WorkingApp, place: OfChat): AsyncGenerator<TurnView> {
  let before: number | undefined
  do {
    const { turns, earlier } = await app.listTurns({ ...place, before })
    yield* turns.toReversed()
    before = earlier > 0 ? earlier + 1 : undefined
  } while (before !== undefined)
}

/** The turn of this number or id in the branch on show; its last one where neither is given. */
export async function turnNamed(app: WorkingApp, place: OfChat, wanted?: string): Promise<TurnView> {
  for await (const turn of turnsOf(app, place))
    if (wanted === undefined || turn.id === wanted || String(turn.number) === wanted) return turn
  throw new CliError(
    'usage',
    wanted === undefined
      ? 'This chat has no turn yet.'
      : `There is no turn "${wanted}" in the current branch: see varve chats turns.`,
  )
}
