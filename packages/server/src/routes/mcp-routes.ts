import { type Context, Hono } from 'hono'
import type { ApiOptions } from './api-options.ts'
import { trustSchema } from '../schemas/definition-schemas.ts'
import { parseBody } from '../reading/parse-body.ts'
import { emptySchema } from '../schemas/schemas.ts'

/** The MCP servers of a workspace: what they are, whether they are trusted, and a new start. */
export function mcpRoutes({ app, workspaceOf }: ApiOptions): Hono {
  const routes = new Hono()
  const named = (context: Context) => ({
    workspaceId: workspaceOf(context),
    name: context.req.param('name') ?? '',
  })
  routes.get('/', async (context) =>
    context.json(await app.listMcpServers({ workspaceId: workspaceOf(context) })),
  )
  routes.post('/:name/trust', async (context) => {
    const body = await parseBody(context, trustSchema)
    return context.json(await app.trustMcpServer({ ...body, ...named(context) }))
  })
  routes.post('/:name/reconnect', async (context) => {
    await parseBody(context, emptySchema)
    return context.json(await app.reconnectMcpServer(named(context)))
  })
  return routes
}
