import { Hono } from 'hono'
import type { ApiOptions } from './api-routes.ts'
import { parseNumber } from './route-input.ts'

/** Search, tags, and what lies near a note. */
export function searchRoutes({ app, workspaceOf }: ApiOptions): Hono {
  const routes = new Hono()
  routes.get('/search', async (context) => {
    const limit = context.req.query('limit')
    return context.json(
      await app.searchWorkspace({
        workspaceId: workspaceOf(context),
        text: context.req.query('q') ?? '',
        ...(limit === undefined ? {} : { limit: parseNumber(limit) }),
      }),
    )
  })
  routes.get('/tags', async (context) => {
    return context.json(await app.listTags({ workspaceId: workspaceOf(context) }))
  })
  return routes
}
