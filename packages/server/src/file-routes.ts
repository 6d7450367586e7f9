import { Hono } from 'hono'
import type { ApiOptions } from './api-routes.ts'
import { ServerError } from './server-error.ts'

export function fileRoutes({ app, workspaceId }: ApiOptions): Hono {
  const routes = new Hono()
  routes.get('/', async (context) => context.json(await app.listFiles({ workspaceId })))
  routes.get('/content', async (context) => {
    const path = context.req.query('path')
    if (path === undefined) throw new ServerError('body-invalid', 'The query needs a path.')
    return context.json(await app.readFile({ workspaceId, path }))
  })
  return routes
}
