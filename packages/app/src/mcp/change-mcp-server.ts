import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { serverView } from './list-mcp-servers.ts'
import type { McpServerView } from '@varve/contract'
import { trustServerStatement } from './mcp-trust.ts'
import { type KnownServer, workspaceMcp } from './workspace-mcp.ts'

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

async function requireServer(
  context: AppContext,
  { workspaceId, name }: McpServerInput,
): Promise<KnownServer> {
  const { servers } = await workspaceMcp(context, workspaceId)
  const found = servers.find(({ server }) => server.name === name)
  if (!found) throw new AppError('file-not-found', `There is no MCP server "${name}" in this workspace.`)
  return found
}
