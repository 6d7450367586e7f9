import { Hono } from 'hono'
import type { ApiOptions } from './api-options.ts'
import { parseBody } from '../reading/parse-body.ts'
import { keySchema } from '../schemas/schemas.ts'

/** Keys go in and never come out. */
export function providerRoutes({ app }: ApiOptions): Hono {
  const routes = new Hono()
  routes.get('/', async (context) => context.json(await app.listProviders(undefined)))
  routes.put('/:id/key', async (context) => {
    const { key, keep } = await parseBody(context, keySchema)
    return context.json(await app.setProviderKey({ providerId: context.req.param('id'), key, keep }))
  })
  routes.post('/:id/key/check', async (context) => {
    const { key } = await parseBody(context, keySchema)
    return context.json(await app.checkProviderKey({ providerId: context.req.param('id'), key }))
  })
  routes.delete('/:id/key', async (context) => {
    return context.json(await app.forgetProviderKey({ providerId: context.req.param('id') }))
  })
  return routes
}
