import type { AppContext } from '../app-context.ts'
import { MCP_PATH, type McpEntry } from '../tools/mcp-entry.ts'
import type { McpListView, McpServerView } from '@varve/contract'
import { serverPlace } from './server-place.ts'
import { type KnownServer, workspaceMcp } from './workspace-mcp.ts'

/** The MCP servers of a workspace, what each does and what is wrong with it. Nothing is started by looking. */
export async function listMcpServers(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<McpListView> {
  const { exists, problems, servers } = await workspaceMcp(context, workspaceId)
  return { path: MCP_PATH, exists, problems, servers: servers.map(serverView) }
}

export function serverView({ server, trusted, connection }: KnownServer): McpServerView {
  const { name, entry, hash, disabled } = server
  const { offered, problem, errorOutput = '', state = 'off' } = connection ?? {}
  return {
    name,
    kind: entry.kind,
    ...targetOf(entry),
    remote: serverPlace(entry) === 'remote',
    hash,
    trusted,
    state,
    ...(disabled ? { disabled } : {}),
    problems: [...(problem === undefined ? [] : [problem]), ...(offered?.problems ?? [])],
    ...(errorOutput === '' ? {} : { errorOutput }),
    tools: (offered?.tools ?? []).map(({ name: defined, tool, description }) => ({
      name: defined,
      tool,
      description,
    })),
  }
}

function targetOf(entry: McpEntry): Pick<McpServerView, 'target' | 'sets'> {
  switch (entry.kind) {
    case 'stdio':
      return { target: [entry.command, ...entry.args].join(' '), sets: Object.keys(entry.env).sort() }
    case 'http':
      return { target: entry.url, sets: Object.keys(entry.headers).sort() }
    default:
      return entry satisfies never
  }
}
