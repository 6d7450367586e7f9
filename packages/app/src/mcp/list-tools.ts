import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { z } from 'zod'
import { MCP_LIMITS } from './mcp-limits.ts'

/** Looser than the protocol: each tool is judged by itself, so that a wrong one is left out alone. */
const pageSchema = z.looseObject({
  tools: z.array(z.unknown()),
  nextCursor: z.string().max(10_000).optional().catch(undefined),
})

/** All tools of a server, page by page, and no further than a list can sensibly be. */
export async function listTools(client: Client): Promise<readonly unknown[]> {
  if (!client.getServerCapabilities()?.tools) return []
  const tools: unknown[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < MCP_LIMITS.pages; page += 1) {
    const params = cursor === undefined ? {} : { cursor }
    const limits = { timeout: MCP_LIMITS.list, maxTotalTimeout: MCP_LIMITS.list }
    const answer = await client.request({ method: 'tools/list', params }, pageSchema, limits)
    tools.push(...answer.tools.slice(0, 10 * MCP_LIMITS.tools))
    cursor = answer.nextCursor
    // A server that leads in a circle is left where it began to.
    if (cursor === undefined || cursor === '' || seen.has(cursor)) return tools
    seen.add(cursor)
  }
  return tools
}
