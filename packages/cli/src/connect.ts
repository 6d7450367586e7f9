import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { App, ChatSummaryView } from '@varve/app'
import type { ChosenWorkspace } from '@varve/app/choose-workspace'
import type { ApiClient } from '@varve/contract/client'
import { type Call, nonEmpty } from './call.ts'
import { CliError, isAppError } from './errors.ts'
import { findRunning } from './start/running.ts'
import { plainText } from './text.ts'

/** The actions that commands take of the app, wherever it runs. */
export type WorkingApp = Pick<
  App,
  | 'answerCall'
  | 'arrangeChat'
  | 'ask'
  | 'askAgain'
  | 'chooseAnswer'
  | 'compactChat'
  | 'compareAnswers'
  | 'deleteChat'
  | 'deleteTrace'
  | 'eraseChat'
  | 'exportChat'
  | 'exportTrace'
  | 'findChat'
  | 'forecastComparison'
  | 'forgetArtifact'
  | 'forkChat'
  | 'importChats'
  | 'inspectTurn'
  | 'listChats'
  | 'listDefinitions'
  | 'listFiles'
  | 'listInstructions'
  | 'listMcpServers'
  | 'listModels'
  | 'listTurns'
  | 'listWorkspaces'
  | 'markArtifact'
  | 'openChat'
  | 'openWorkspace'
  | 'readGuard'
  | 'readMemory'
  | 'readToolRules'
  | 'readWorkspaceSettings'
  | 'reconnectMcpServer'
  | 'removeWorkspace'
  | 'restoreChat'
  | 'searchChats'
  | 'setChatSettings'
  | 'setGuard'
  | 'setToolRules'
  | 'setWorkspaceSettings'
  | 'showBranch'
  | 'signInToMcpServer'
  | 'trustInstruction'
  | 'trustMcpServer'
  | 'tryMcpServer'
  | 'undoCall'
  | 'writeMcpServer'
  | 'writeMemory'
>

export interface Connection {
  readonly client: ApiClient
  readonly app: WorkingApp
  /** It is on another machine, or may be: folders of this one mean nothing to it. */
  readonly isRemote: boolean
}

/**
 * The Varve that does the work of a command: the one that `--server` names, else the one that runs on the same data.
 * Undefined where there is none; then the command opens the data itself. A database that is named has no other user, or
 * is a PostgreSQL that takes several.
 */
export async function connect(
  call: Call,
  { database }: { readonly database?: string | undefined } = {},
): Promise<Connection | undefined> {
  const { server, paths, surroundings } = call
  if (server) {
    if (database !== undefined)
      throw new CliError('usage', '--server has a database of its own; leave --database out.')
    const { createClient } = await import('@varve/contract/client')
    const client = createClient({ address: requireAddress(server.address), key: readKey(call) })
    return connected(client, { isRemote: true })
  }
  if ((database ?? nonEmpty(surroundings.env['VARVE_DATABASE_URL'])) !== undefined) return undefined
  const running = await findRunning(paths.data)
  if (!running) return undefined
  const { createClient } = await import('@varve/contract/client')
  const client = createClient(running)
  // One that was killed leaves its note behind, and another program may have its number and its port since.
  const isThere = await client.listWorkspaces(undefined).then(
    () => true,
    () => false,
  )
  return isThere ? connected(client, { isRemote: false }) : undefined
}

/** Nobody named it, so it is said which one it is. */
export function sayFallback(
  { workspace: { name, root }, isFallback }: ChosenWorkspace,
  { report }: Pick<Call, 'report'>,
): void {
  if (isFallback)
    report(
      plainText(
        `In the workspace ${name}${root === undefined ? '' : ` (${root})`}, since you are in none here. -w names another.`,
      ),
    )
}

function connected(client: ApiClient, { isRemote }: Pick<Connection, 'isRemote'>): Connection {
  const app: WorkingApp = {
    ...client,
    listModels: () => client.listModels(),
    findChat: (named) => findChat(client, named),
  }
  return { client, isRemote, app }
}

/** As the app finds chats: by the id, or the only one whose id begins so. What fits none is refused when it is opened. */
const SHORTEST_BEGINNING = 4
const PAGE = 1000

async function findChat(
  client: ApiClient,
  { workspaceId, wanted }: { readonly workspaceId: string; readonly wanted: string },
): Promise<string> {
  if (wanted.length < SHORTEST_BEGINNING) return wanted
  try {
    return (await client.openChat({ workspaceId, chatId: wanted })).id
  } catch (error) {
    if (!isAppError(error) || (error.code !== 'chat-not-found' && error.code !== 'chat-trashed')) throw error
  }
  const found: ChatSummaryView[] = []
  for (const among of ['current', 'archived', 'trashed'] as const)
    for (let after = 0, isMore = true; isMore; after += PAGE) {
      const page = await client.listChats({ workspaceId, among, limit: PAGE, after })
      found.push(...page.filter(({ id }) => id.startsWith(wanted)))
      isMore = page.length === PAGE
    }
  if (found.some(({ id }) => id === wanted)) return wanted
  if (found.length > 1)
    throw new CliError('usage', `${found.length} chats begin with "${wanted}": give more of the id.`)
  return found[0]?.id ?? wanted
}

function requireAddress(address: string): string {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CliError('usage', `"${address}" is no address of a Varve, such as http://127.0.0.1:4747.`)
  const isHere = url.hostname === 'localhost' || /^(?:127\.|\[::1\]$)/.test(url.hostname)
  if (url.protocol === 'http:' && !isHere)
    throw new CliError(
      'usage',
      `${address} would send your key unencrypted. Use https:// for another machine.`,
    )
  return address
}

/** Never an argument: other users see those in the list of processes. */
function readKey({ server, cwd, surroundings }: Call): string {
  const file = server?.keyFile
  const key = file === undefined ? surroundings.env['VARVE_API_KEY'] : readFile(resolve(cwd, file))
  if (key === undefined || key.trim() === '')
    throw new CliError(
      'usage',
      'A server needs an API key: set VARVE_API_KEY, or name a file with --key-file. "varve api-keys add" makes one there.',
    )
  return key.trim()
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new CliError('input-unreadable', `Cannot read the key file ${path}: ${code}.`, { cause: error })
  }
}
