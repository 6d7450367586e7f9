import { Hono } from 'hono'
import type { ApiOptions } from './api-routes.ts'
import { requirePath } from './route-input.ts'

export function fileRoutes({ app, workspaceOf }: ApiOptions): Hono {
  const routes = new Hono()
  routes.get('/', async (context) => context.json(await app.listFiles({ workspaceId: workspaceOf(context) })))
  routes.get('/content', async (context) => {
    return context.json(await app.readFile({ workspaceId: workspaceOf(context), path: requirePath(context) }))
  })
  return routes
}
