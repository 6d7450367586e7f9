import { stableJson } from '@varve/engine'
import { RULE_VERSION } from '@varve/guard'
import { decodeText, WorkspaceError } from '@varve/workspace'
import { z } from 'zod'
import { filePath } from '../tools/tool-path.ts'
import type { ChangePreview, Tool, ToolOutcome, ToolRun } from '../tools/tool.ts'
import { type MaskCounts, type Masking, maskPrivate, maskText } from './mask-private.ts'
import type { McpConnection } from './mcp-connection.ts'
import type { OfferedTool } from './offered-tools.ts'
import { resultText } from './result-text.ts'
import { serverPlace } from './server-place.ts'

/** Its server checks what it takes: here it only has to be an object. */
const schema = z.record(z.string(), z.unknown())

type Args = z.infer<typeof schema>

export interface McpToolOptions {
  readonly connection: McpConnection
  readonly offered: OfferedTool
  readonly masking: Masking
  /** Is told what was kept back from a server elsewhere, before it is called. */
  readonly onWithheld: (withheld: WithheldRecord) => Promise<void>
}

export interface WithheldRecord {
  readonly server: string
  readonly tool: string
  readonly redacted: { readonly [type: string]: number }
  readonly rules: string
}

/**
 * A tool of a server, as one of ours. What a server says of itself, such as that a tool only reads, opens nothing:
 * it reaches as far as a fetch does, so it asks in every case where that would.
 */
export function mcpTool({ connection, offered, masking, onWithheld }: McpToolOptions): Tool<Args> {
  const { server } = connection
  const { tool, name } = offered
  const isElsewhere = serverPlace(server.entry) === 'elsewhere'
  const run = async (args: Args, signal: AbortSignal): Promise<ToolOutcome> => {
    const counts: MaskCounts = new Map()
    const given = isElsewhere ? (maskPrivate(args, masking, counts) as Args) : args
    if (counts.size > 0)
      await onWithheld({
        server: server.name,
        tool: maskText(tool, masking),
        redacted: Object.fromEntries(counts),
        rules: RULE_VERSION,
      })
    const result = await connection.call(tool, given, signal)
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
    isElsewhere,
    schema,
    parameters: maskPrivate(offered.parameters, masking) as Tool<Args>['parameters'] & object,
    // All that is handed over: another argument is another call.
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

const PATHS = ['path', 'file_path', 'filePath', 'file', 'filename'] as const
const TEXTS = ['content', 'contents', 'text'] as const

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
