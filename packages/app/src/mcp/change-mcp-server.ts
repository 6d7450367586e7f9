import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import { listMcpServers, serverView } from './list-mcp-servers.ts'
import type { McpListView, McpServerView, McpSignInView } from '@varve/contract'
import { type KnownServer, readMcpConfig, trustServerStatement, workspaceMcp } from './workspace-mcp.ts'
import { MCP_PATH, type McpServerEntry } from '../tools/mcp-entry.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import { McpConnection } from './mcp-connection.ts'
import { beginSignIn, dropSignIn } from './mcp-sign-in.ts'
import { parseMcpConfig } from './parse-mcp-config.ts'

export interface McpServerInput {
  readonly workspaceId: string
  readonly name: string
}

export interface TrustMcpServerInput extends McpServerInput {
  /** Of the entry that the user has looked at. */
  readonly hash: string
  /** `false` ceases to trust it; what it runs ends. */
  readonly trusted?: boolean | undefined
}

/** Lets a server do something, in this form of its entry and no other. It is connected at once, to show what it offers. */
export async function trustMcpServer(
  context: AppContext,
  input: TrustMcpServerInput,
): Promise<McpServerView> {
  const { store, clock } = context
  const { workspaceId, name, hash, trusted = true } = input
  const { server } = await requireServer(context, input)
  if (server.hash !== hash)
    throw new AppError('file-changed', `The entry of "${name}" has changed; look at it again.`)
  await store.commit([
    trustServerStatement(store, workspaceId, { hash: server.hash, trusted }),
    store.audit.append({
      workspaceId,
      at: clock.now(),
      actor: undefined,
      action: 'mcp-trust',
      detail: { server: name, hash, trusted },
    }),
  ])
  const known = await requireServer(context, input)
  await known.connection?.offeredSoon('wait')
  return serverView(known)
}

/** Ends the connection and makes another. Where that fails, the view says why. */
export async function reconnectMcpServer(context: AppContext, input: McpServerInput): Promise<McpServerView> {
  const known = await requireServer(context, input)
  if (!known.connection)
    throw new AppError('not-confirmed', `The MCP server "${input.name}" is not trusted, or switched off.`)
  // Told by the view, as any other failure of a server is.
  await known.connection.reconnect().catch(() => undefined)
  return serverView(known)
}

/** Begins to sign in to a server. Who follows the address comes back to this machine, and the server is connected. */
export async function signInToMcpServer(context: AppContext, input: McpServerInput): Promise<McpSignInView> {
  const { workspaceId, name } = input
  const { server, connection } = await requireServer(context, input)
  if (!connection)
    throw new AppError('not-confirmed', `The MCP server "${name}" is not trusted, or switched off.`)
  const signal = context.mcp.beginSignIn(workspaceId, server.hash)
  const { url, ended } = await beginSignIn(context, { workspaceId, server, signal })
  void ended
    .then(() => connection.reconnect())
    .catch((error: unknown) => connection.refuse(toAppError(error).message))
  return { url }
}

export interface McpEntryInput extends McpServerInput {
  /** The entry as in the file. */
  readonly entry: Readonly<Record<string, unknown>>
}

/** Connects to a server once, to see what it offers, and ends it. Nothing is kept: neither the entry nor any trust. */
export async function tryMcpServer(context: AppContext, input: McpEntryInput): Promise<McpServerView> {
  const { record } = await openedWorkspace(context, input.workspaceId)
  const server = requireEntry(input)
  const connection = new McpConnection({
    server,
    cwd: record.root ?? context.home,
    environment: context.mcp.environment,
    timer: context.timer,
    onOffered: () => undefined,
  })
  try {
    // Told by the view, as any other failure of a server is.
    await connection.connect().catch(() => undefined)
    return serverView({ server, trusted: false, connection })
  } finally {
    await connection.close()
  }
}

/**
 * Writes a server's entry into the file and trusts it, since its author has just seen it. `null` removes it.
 * Other entries are unchanged.
 */
export async function writeMcpServer(
  context: AppContext,
  input: McpServerInput & { readonly entry: McpEntryInput['entry'] | null },
): Promise<McpListView> {
  const { workspaceId, name, entry } = input
  const { files } = await openedWorkspace(context, workspaceId)
  const server = entry === null ? undefined : requireEntry({ ...input, entry })
  const known = await readMcpConfig(files)
  const config = known === undefined ? {} : parseWhole(known.content)
  const { [name]: _, ...others } = config.mcpServers ?? {}
  const next = { ...config, mcpServers: entry === null ? others : { ...config.mcpServers, [name]: entry } }
  await files.write(
    MCP_PATH,
    Buffer.from(`${JSON.stringify(next, undefined, 2)}\n`),
    known ? { hash: known.hash } : 'absent',
  )
  const before = parseMcpConfig(JSON.stringify({ mcpServers: config.mcpServers ?? {} })).servers
  for (const one of before)
    if (one.name === name && one.hash !== server?.hash)
      await dropSignIn(context, { workspaceId, hash: one.hash })
  if (server) await trustMcpServer(context, { workspaceId, name, hash: server.hash })
  return listMcpServers(context, { workspaceId })
}

function requireEntry({ name, entry }: Pick<McpEntryInput, 'name' | 'entry'>): McpServerEntry {
  const { servers, problems } = parseMcpConfig(JSON.stringify({ mcpServers: { [name]: entry } }))
  const [server] = servers
  const [problem] = problems
  if (server && !problem) return server
  const at = problem?.place.split('.').slice(2).join('.') ?? ''
  throw new AppError(
    'message-invalid',
    `${at === '' ? '' : `${at}: `}${problem?.message ?? 'This is no server.'}`,
  )
}

interface WholeConfig {
  readonly mcpServers?: Readonly<Record<string, unknown>>
}

/** Never writes over a file that is not understood. */
function parseWhole(content: string): WholeConfig {
  const [problem] = parseMcpConfig(content).problems.filter(({ place }) => place === '')
  if (problem)
    throw new AppError('message-invalid', `${MCP_PATH}: ${problem.message} Correct the file first.`)
  return JSON.parse(content.replace(/^\ufeff/, '')) as WholeConfig
}

async function requireServer(
  context: AppContext,
  { workspaceId, name }: McpServerInput,
): Promise<KnownServer> {
  const { servers } = await workspaceMcp(context, workspaceId)
  const found = servers.find(({ server }) => server.name === name)
  if (!found) throw new AppError('file-not-found', `There is no MCP server "${name}" in this workspace.`)
  return found
}
