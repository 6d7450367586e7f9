import { type ChangePreview, type Notice, notice } from '@varve/contract'
import { stableJson } from '@varve/engine/internal'
import { RULE_VERSION } from '@varve/guard'
import { decodeText, WorkspaceError } from '@varve/workspace'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import { type GuardPolicy, isHiddenUnasked, requireGuardPolicy } from '../guard/guard-policy.ts'
import type { Tool, ToolOutcome, ToolRun } from '../tools/tool.ts'
import { type KnownServer, workspaceMcp } from './workspace-mcp.ts'
import { filePath } from '../tools/tool-path.ts'
import type { McpConnection } from './mcp-connection.ts'
import type { OfferedTool } from './offered-tools.ts'
import { type McpResult, resultText } from './result-text.ts'
import { serverPlace } from './server-place.ts'
import type { ScanCache } from '../guard/scan-cache.ts'

/** Its server checks what it takes: here it only has to be an object. */
const schema = z.record(z.string(), z.unknown())

const PATHS = ['path', 'file_path', 'filePath', 'file', 'filename'] as const

const TEXTS = ['content', 'contents', 'text'] as const

export interface TurnMcpTools {
  /** In code-unit order of their names. */
  readonly tools: readonly Tool<unknown>[]
  /** In words: servers whose tools are not there. */
  readonly notices: readonly Notice[]
}

export interface McpToolsWanted {
  readonly workspaceId: string
  /** A draft waits for nothing. */
  readonly patience: 'wait' | 'hurry'
  /** The names that an agent allows; all where absent. */
  readonly allow?: readonly string[] | undefined
}

/** The tools of all trusted servers, read once: later changes apply from the next turn. */
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
    // A chat continues without them.
    return {
      tools: [],
      notices: [notice('mcp-unreadable', undefined, { reason: toAppError(error).message })],
    }
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
    return {
      tools: [],
      notices: patience === 'hurry' ? [] : [missingNotice(server.name, connection.problem)],
    }
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

function missingNotice(name: string, problem: string | undefined): Notice {
  if (problem === undefined) return notice('mcp-starting', name)
  return notice('mcp-unavailable', name, { reason: /[.!?…]$/.test(problem) ? problem : `${problem}.` })
}

type Args = z.infer<typeof schema>

interface McpToolOptions {
  readonly connection: McpConnection
  readonly offered: OfferedTool
  readonly masking: Masking
  /** Reports what was withheld from a remote server, before the call. */
  readonly onWithheld: (withheld: WithheldRecord) => Promise<void>
}

interface WithheldRecord {
  readonly server: string
  readonly tool: string
  readonly redacted: { readonly [type: string]: number }
  readonly rules: string
}

/**
 * Wraps a server's tool as one of ours. The server's own claims, such as "read only", grant nothing: it can
 * reach as far as a fetch, so it asks whenever a fetch would.
 */
function mcpTool({ connection, offered, masking, onWithheld }: McpToolOptions): Tool<Args> {
  const { server } = connection
  const { tool, name } = offered
  const leavesMachine = serverPlace(server.entry) === 'remote'
  const run = async (args: Args, signal: AbortSignal): Promise<ToolOutcome> => {
    const counts: MaskCounts = new Map()
    const given = leavesMachine ? (maskPrivate(args, masking, counts) as Args) : args
    if (counts.size > 0)
      await onWithheld({
        server: server.name,
        tool: maskText(tool, masking),
        redacted: Object.fromEntries(counts),
        rules: RULE_VERSION,
      })
    const result = await connection.call(tool, given, signal).catch((error: unknown): McpResult => {
      // Its reason is in the server's words, and so is the result that it stands for.
      if (signal.aborted || !(error instanceof AppError)) throw error
      return { content: [{ type: 'text', text: error.message }], isError: true }
    })
    const withheld = counts.size > 0 ? ['[private data was kept back from the server]'] : []
    return {
      text: [...withheld, resultText(result)].join('\n'),
      summary: `${result.isError ? 'Failed' : 'Called'}: ${tool} of ${server.name}`,
      untrusted: true,
      ...(result.isError ? { isError: true } : {}),
    }
  }
  return {
    name,
    description: described(server.name, maskText(offered.description, masking)),
    reach: 'fetch',
    recoverable: false,
    leavesMachine,
    schema,
    parameters: maskPrivate(offered.parameters, masking) as Tool<Args>['parameters'] & object,
    // All its arguments: other arguments are another call.
    touches: (args) => [stableJson(args)],
    wider: () => ({ scope: 'tool', subject: `${tool} of ${server.name}` }),
    describe: () => `Call ${tool} of the MCP server "${server.name}"`,
    preview: writtenFile,
    run: (args, { signal }) => run(args, signal),
  }
}

function described(server: string, description: string): string {
  return `[MCP server "${server}"] ${description === '' ? 'It says nothing about this tool.' : description}`
}

/** Of a call that names a file of this workspace and a text: how the file would change if the server writes that. */
async function writtenFile(args: Args, { files }: ToolRun): Promise<ChangePreview | undefined> {
  const textAt = (names: readonly string[]): string | undefined =>
    names.map((name) => args[name]).find((value) => typeof value === 'string')
  const named = textAt(PATHS)
  const after = textAt(TEXTS)
  if (named === undefined || after === undefined) return undefined
  try {
    const path = filePath(files, named)
    return { path, before: decodeText(await files.read(path)), after }
  } catch (error) {
    // Not a text of this workspace: the arguments say all there is.
    if (error instanceof WorkspaceError) return undefined
    throw error
  }
}

type MaskCounts = Map<string, number>

interface Masking {
  readonly scans: ScanCache
  readonly policy: GuardPolicy
}

/**
 * Removes from any value what the workspace doesn't send to cloud services. The user can't be asked here, so
 * "ask" means remove. These are no placeholders: nothing is restored.
 */
function maskPrivate(value: unknown, masking: Masking, counts: MaskCounts = new Map()): unknown {
  if (typeof value === 'string') return maskText(value, masking, counts)
  if (typeof value === 'number') {
    const text = maskText(String(value), masking, counts)
    return text === String(value) ? value : text
  }
  if (Array.isArray(value)) return value.map((inner) => maskPrivate(inner, masking, counts))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      maskText(name, masking, counts),
      maskNamed(name, inner, { masking, counts }),
    ]),
  )
}

interface Masked {
  readonly masking: Masking
  readonly counts: MaskCounts
}

/** With its name before it: some values, such as passwords, are recognised only by that. */
function maskNamed(name: string, value: unknown, { masking, counts }: Masked): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return maskPrivate(value, masking, counts)
  const start = `${name}: `
  const masked = maskText(start + String(value), masking, counts)
  if (masked === start + String(value)) return value
  return masked.startsWith(start) ? masked.slice(start.length) : maskPrivate(value, masking, counts)
}

function maskText(text: string, { scans, policy }: Masking, counts: MaskCounts = new Map()): string {
  let masked = ''
  let from = 0
  for (const { type, start, end } of scans.scan(text, policy).filter((one) => isHiddenUnasked(one, policy))) {
    if (start < from) continue
    masked += `${text.slice(from, start)}[${type} withheld]`
    from = end
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return masked + text.slice(from)
}
