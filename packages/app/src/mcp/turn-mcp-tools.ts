import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { requireGuardPolicy } from '../guard/guard-policy.ts'
import type { Tool } from '../tools/tool.ts'
import { mcpTool, type WithheldRecord } from './mcp-tool.ts'
import { type KnownServer, workspaceMcp } from './workspace-mcp.ts'

export interface TurnMcpTools {
  /** In code-unit order of their names. */
  readonly tools: readonly Tool<unknown>[]
  /** In words: servers whose tools are not there. */
  readonly notices: readonly string[]
}

export interface McpToolsWanted {
  readonly workspaceId: string
  /** A draft waits for nothing. */
  readonly patience: 'wait' | 'hurry'
  /** The names that an agent allows; all where absent. */
  readonly allow?: readonly string[] | undefined
}

/** The tools of all trusted servers, taken once: what a server changes meanwhile holds from the next turn on. */
export async function turnMcpTools(context: AppContext, wanted: McpToolsWanted): Promise<TurnMcpTools> {
  try {
    const { servers } = await workspaceMcp(context, wanted.workspaceId)
    const taken = await Promise.all(servers.map((known) => toolsOf(context, known, wanted)))
    return {
      tools: taken
        .flatMap(({ tools }) => tools)
        .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
      notices: taken.flatMap(({ notices }) => notices),
    }
  } catch (error) {
    // A chat goes on without them.
    return { tools: [], notices: [`MCP servers: ${toAppError(error).message}`] }
  }
}

async function toolsOf(
  context: AppContext,
  { connection, server }: KnownServer,
  { workspaceId, patience, allow }: McpToolsWanted,
): Promise<TurnMcpTools> {
  const isWanted = (name: string): boolean =>
    allow === undefined || allow.includes(name) || allow.includes(`mcp__${server.name}`)
  if (!connection || (allow && !allow.some((name) => name.startsWith(`mcp__${server.name}`))))
    return { tools: [], notices: [] }
  const offered = await connection.offeredSoon(patience)
  if (!offered) {
    return { tools: [], notices: patience === 'hurry' ? [] : [missingWords(server.name, connection.problem)] }
  }
  const policy = await requireGuardPolicy(context.store, workspaceId)
  const onWithheld = (detail: WithheldRecord): Promise<void> =>
    context.store.commit([
      context.store.audit.append({
        workspaceId,
        at: context.clock.now(),
        actor: undefined,
        action: 'mcp-call',
        detail,
      }),
    ])
  const masking = { scans: context.scans, policy }
  return {
    tools: offered.tools
      .filter(({ name }) => isWanted(name))
      .map((one) => mcpTool({ connection, offered: one, masking, onWithheld })),
    notices: [],
  }
}

/** Every such text names the server, also where the reason does not. */
function missingWords(name: string, problem: string | undefined): string {
  if (problem === undefined)
    return `The MCP server "${name}" is still starting; messages go without its tools.`
  const isNamed = problem.includes(`"${name}"`)
  const why = isNamed ? problem : `The MCP server "${name}" failed: ${problem}`
  return `${/[.!?…]$/.test(why) ? why : `${why}.`} Messages go without its tools.`
}
