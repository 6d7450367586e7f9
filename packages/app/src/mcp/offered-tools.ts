import { hashText, stableJson } from '@varve/engine/internal'
import { z } from 'zod'
import { MCP_LIMITS } from './mcp-limits.ts'
import { isDeeperThan } from './parse-mcp-config.ts'

/** A tool of a server as a model may be shown it. */
export interface OfferedTool {
  /** `mcp__<server>__<tool>`, as providers take names. */
  readonly name: string
  /** What its server calls it. */
  readonly tool: string
  readonly description: string
  /** A JSON Schema of an object, names sorted. */
  readonly parameters: { readonly [name: string]: unknown }
}

export interface OfferedTools {
  /** In code-unit order of their names. */
  readonly tools: readonly OfferedTool[]
  /** In words: what was left out, and why. */
  readonly problems: readonly string[]
}

const listed = z.looseObject({
  name: z.string().min(1).max(MCP_LIMITS.toolNameCharacters),
  description: z.string().optional().catch(undefined),
  inputSchema: z.record(z.string(), z.unknown()),
})

/** At the root of a schema, providers take no more than these. */
const ROOT_WORDS: ReadonlySet<string> = new Set([
  '$defs',
  'additionalProperties',
  'definitions',
  'description',
  'properties',
  'required',
])

/**
 * A server's tools in a canonical form: the same bytes for the same tools, in any order. An invalid tool is
 * left out and reported, without affecting the others.
 */
export function offeredTools(server: string, raw: readonly unknown[]): OfferedTools {
  const problems: string[] = []
  const read = raw.flatMap((one, index) => {
    const tool = readTool(server, one)
    if (typeof tool !== 'string') return [tool]
    problems.push(`Tool ${index + 1}: ${tool}`)
    return []
  })
  const tools: OfferedTool[] = []
  for (const tool of read.toSorted((a, b) => compare(stableJson(a), stableJson(b)))) {
    // Sorted by all that they are, so that of two with one name the same is taken every time.
    if (tools.some(({ name }) => name === tool.name))
      problems.push(`Two tools are called ${shown(tool.tool)}.`)
    else tools.push(tool)
  }
  tools.sort((a, b) => compare(a.name, b.name))
  const more = tools.length - MCP_LIMITS.tools
  if (more > 0)
    problems.push(`${more} of ${tools.length} tools are left out: ${MCP_LIMITS.tools} is the limit.`)
  return { tools: tools.slice(0, MCP_LIMITS.tools), problems: problems.slice(0, MCP_LIMITS.problems) }
}

/** What was kept of an earlier list; undefined where it is none of ours. */
export function parseOfferedTools(stored: unknown): OfferedTools | undefined {
  return STORED.safeParse(stored).data
}

const STORED = z.object({
  tools: z
    .array(
      z.object({
        name: z.string().regex(/^mcp__[\w-]+$/),
        tool: z.string(),
        description: z.string(),
        parameters: z.record(z.string(), z.unknown()),
      }),
    )
    .max(MCP_LIMITS.tools),
  problems: z.array(z.string()),
})

/** The tool, or what is wrong with it. */
function readTool(server: string, raw: unknown): OfferedTool | string {
  const parsed = listed.safeParse(raw)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'It cannot be read.'}`
  }
  const { name, description = '', inputSchema } = parsed.data
  if (inputSchema['type'] !== 'object') return `${shown(name)} does not take an object.`
  if (isDeeperThan(inputSchema, MCP_LIMITS.schemaDepth))
    return `The schema of ${shown(name)} is nested too deep.`
  const parameters = parametersOf(inputSchema)
  const size = JSON.stringify(parameters).length
  if (size > MCP_LIMITS.schemaCharacters)
    return `The schema of ${shown(name)} has ${size} characters; the limit is ${MCP_LIMITS.schemaCharacters}.`
  return { name: definedName(server, name), tool: name, description: plainText(description), parameters }
}

/** Looser than what the server wrote where providers would refuse it: the server checks its arguments anyway. */
function parametersOf(schema: { readonly [name: string]: unknown }): OfferedTool['parameters'] {
  const kept = Object.entries(schema).filter(([word]) => ROOT_WORDS.has(word))
  const { properties } = schema
  const isSound = typeof properties === 'object' && properties !== null && !Array.isArray(properties)
  const whole = { ...Object.fromEntries(kept), type: 'object', properties: isSound ? properties : {} }
  // Parsed back, so that also who prints it without sorting prints the same.
  return JSON.parse(stableJson(plainValues(whole))) as OfferedTool['parameters']
}

/** A name that providers take. What had to be changed carries a hash, so that two names never become one. */
function definedName(server: string, tool: string): string {
  const start = `mcp__${server}__`
  const room = MCP_LIMITS.definedNameCharacters - start.length
  const plain = tool.replace(/[^A-Za-z0-9_-]/g, '_')
  if (plain === tool && tool.length <= room) return start + tool
  return `${start}${plain.slice(0, room - 9)}_${hashText(tool).slice(0, 8)}`
}

/** Without what a reader would not see: text that hides can only mean to deceive here. */
function plainText(text: string): string {
  const seen = text.toWellFormed().replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Co}]/gu, '')
  const most = MCP_LIMITS.descriptionCharacters
  return seen.length <= most ? seen.trim() : `${seen.slice(0, most).toWellFormed().trim()} […]`
}

function plainValues(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value)
  if (Array.isArray(value)) return value.map(plainValues)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainValues(inner)]))
}

function shown(name: string): string {
  return JSON.stringify(plainText(name).slice(0, 60))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
