import { hashText, stableJson } from '@varve/engine/internal'
import { isNode, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { httpSchema, type McpServerEntry, serverNameSchema, stdioSchema } from '../tools/mcp-entry.ts'
import { MCP_LIMITS } from './mcp-limits.ts'

/** What is wrong with the file, and where. */
export interface McpProblem {
  /** Counted from 1. */
  readonly line?: number
  /** As `mcpServers.github.args.0`; empty for the file as a whole. */
  readonly place: string
  readonly message: string
}

export interface McpConfig {
  /** Sound ones, in code-unit order of their names. */
  readonly servers: readonly McpServerEntry[]
  readonly problems: readonly McpProblem[]
}

type JsonRecord = { readonly [name: string]: unknown }

/** Reads the file. One server that is wrong does not take the others with it. */
export function parseMcpConfig(content: string): McpConfig {
  const text = content.replace(/^\ufeff/, '')
  if (text.length > MCP_LIMITS.configCharacters)
    return whole(`The file is longer than ${MCP_LIMITS.configCharacters} characters.`)
  const json = parseJson(text)
  if ('problem' in json) return { servers: [], problems: [json.problem] }
  const { value } = json
  if (!isRecord(value) || !isRecord(value['mcpServers']))
    return whole('It must be { "mcpServers": { … } }, one entry for each server by its name.')
  if (isDeeperThan(value, MCP_LIMITS.configDepth))
    return whole(`It is nested more than ${MCP_LIMITS.configDepth} deep.`)
  const lines = linesOf(text)
  const entries = Object.entries(value['mcpServers'])
  const read = entries.slice(0, MCP_LIMITS.servers).map(([name, entry]) => parseServer(name, entry))
  const problems = read.flatMap((one) =>
    'issues' in one ? problemsOf(one.name, one.issues, lines.lineOf) : [],
  )
  const tooMany =
    entries.length > MCP_LIMITS.servers
      ? [{ place: 'mcpServers', message: `Only the first ${MCP_LIMITS.servers} servers count.` }]
      : []
  return {
    servers: read.flatMap((one) => ('server' in one ? [one.server] : [])).toSorted(byName),
    problems: [...lines.doubles, ...tooMany, ...problems],
  }
}

type ReadServer =
  | { readonly server: McpServerEntry }
  | { readonly name: string; readonly issues: readonly z.core.$ZodIssue[] }

function parseServer(name: string, raw: unknown): ReadServer {
  const named = serverNameSchema.safeParse(name)
  if (!named.success) return { name, issues: named.error.issues }
  // Chosen by field rather than by a union, so that errors are about the intended form.
  const parsed = (isRecord(raw) && 'url' in raw ? httpSchema : stdioSchema).safeParse(raw)
  if (!parsed.success) return { name, issues: parsed.error.issues }
  return { server: { name, ...parsed.data, hash: hashText(stableJson({ name, entry: raw })) } }
}

function problemsOf(
  name: string,
  issues: readonly z.core.$ZodIssue[],
  lineOf: (path: readonly PropertyKey[]) => number | undefined,
): readonly McpProblem[] {
  return issues.slice(0, 5).map(({ path, message }) => {
    const place = ['mcpServers', name, ...path]
    const line = lineOf(place)
    return { ...(line === undefined ? {} : { line }), place: place.map(String).join('.'), message }
  })
}

function parseJson(text: string): { readonly value: unknown } | { readonly problem: McpProblem } {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const line = /line (\d+)/.exec(error.message)?.[1]
    const message = 'This is not JSON.'
    return { problem: { ...(line === undefined ? {} : { line: Number(line) }), place: '', message } }
  }
}

interface Lines {
  readonly lineOf: (path: readonly PropertyKey[]) => number | undefined
  /** Duplicate names: JSON would use the last one, while the user may have read the first. */
  readonly doubles: readonly McpProblem[]
}

/** JSON is YAML, and the YAML reader knows line numbers. */
function linesOf(text: string): Lines {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, logLevel: 'silent', prettyErrors: false })
  const lineAt = (offset: number): number => Math.max(1, lineCounter.linePos(offset).line)
  return {
    lineOf: (path) => {
      for (let length = path.length; length > 0; length--) {
        const node = document.getIn(path.slice(0, length), true)
        if (isNode(node) && node.range) return lineAt(node.range[0])
      }
      return undefined
    },
    doubles: document.errors
      .filter(({ code }) => code === 'DUPLICATE_KEY')
      .map(({ pos }) => ({ line: lineAt(pos[0]), place: '', message: 'This name is there twice.' })),
  }
}

function whole(message: string): McpConfig {
  return { servers: [], problems: [{ place: '', message }] }
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether something is nested deeper than that; looks no deeper itself. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(inner, depth - 1))
}

function byName(a: McpServerEntry, b: McpServerEntry): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}
