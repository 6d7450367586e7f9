import { z } from 'zod'
import { TOOL_LIMITS } from '../tools/tool-limits.ts'
import { MCP_LIMITS } from './mcp-limits.ts'

/** What a server answers to a call; read part by part, so that one strange part does not lose the rest. */
export const resultSchema = z.looseObject({
  content: z.array(z.unknown()).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional().catch(undefined),
})

export type McpResult = z.infer<typeof resultSchema>

const part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string().max(100).catch('?') }),
  z.object({ type: z.literal('audio'), data: z.string(), mimeType: z.string().max(100).catch('?') }),
  z.object({
    type: z.literal('resource'),
    resource: z.object({ uri: z.string().max(2_000), text: z.string().optional() }),
  }),
  z.object({
    type: z.literal('resource_link'),
    uri: z.string().max(2_000),
    name: z.string().max(500).catch(''),
  }),
])

/** A result as text for a model. What is no text is named, and fetched from nowhere. */
export function resultText({ content, structuredContent }: McpResult): string {
  const texts = content.slice(0, MCP_LIMITS.contentParts).map(partText)
  const more = content.length - texts.length
  if (more > 0) texts.push(`[${more} more parts are left out]`)
  const said = texts.join('\n')
  if (said.trim() !== '') return said.toWellFormed()
  if (structuredContent === undefined) return 'The tool gave nothing back.'
  // No longer than anything else that is said: it is cut where all results are.
  return (JSON.stringify(structuredContent) ?? '').slice(0, 2 * TOOL_LIMITS.outputCharacters).toWellFormed()
}

function partText(raw: unknown): string {
  const parsed = part.safeParse(raw)
  if (!parsed.success) return '[a part that cannot be read]'
  const { data } = parsed
  switch (data.type) {
    case 'text':
      return data.text
    case 'image':
    case 'audio':
      return `[${data.type}, ${data.mimeType}, ${data.data.length} characters of base64, not shown]`
    case 'resource':
      return data.resource.text === undefined
        ? `[a resource that is no text: ${data.resource.uri}]`
        : `${data.resource.uri}:\n${data.resource.text}`
    case 'resource_link':
      return `[link: ${data.name} ${data.uri}]`
    default:
      return data satisfies never
  }
}
