import { Hono } from 'hono'
import type { ApiOptions } from './api-options.ts'
import { parseBody } from '../reading/parse-body.ts'
import { emptySchema } from '../schemas/schemas.ts'

export function modelRoutes({ app }: ApiOptions): Hono {
  const routes = new Hono()
  routes.get('/', async (context) => context.json(await app.listModels(undefined)))
  routes.post('/refresh', async (context) => {
    await parseBody(context, emptySchema)
    return context.json(await app.refreshModels(undefined))
  })
  return routes
}
