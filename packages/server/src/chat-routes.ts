import { Hono } from 'hono'
import type { ApiOptions } from './api-routes.ts'
import { parseBody } from './parse-body.ts'
import { idempotencyKey } from './route-input.ts'
import { emptySchema, renameSchema, settingsSchema } from './schemas.ts'

export function chatRoutes({ app, workspaceOf }: ApiOptions): Hono {
  const routes = new Hono()
  routes.get('/', async (context) => context.json(await app.listChats({ workspaceId: workspaceOf(context) })))
  routes.post('/', async (context) => {
    await parseBody(context, emptySchema)
    return context.json(
      await app.createChat({ workspaceId: workspaceOf(context), idempotencyKey: idempotencyKey(context) }),
      201,
    )
  })
  routes.get('/:id', async (context) => {
    return context.json(
      await app.openChat({ workspaceId: workspaceOf(context), chatId: context.req.param('id') }),
    )
  })
  routes.patch('/:id', async (context) => {
    const { title } = await parseBody(context, renameSchema)
    return context.json(
      await app.renameChat({ workspaceId: workspaceOf(context), chatId: context.req.param('id'), title }),
    )
  })
  routes.patch('/:id/settings', async (context) => {
    const settings = await parseBody(context, settingsSchema)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    return context.json(await app.setChatSettings({ ...place, settings }))
  })
  routes.delete('/:id', async (context) => {
    await app.deleteChat({ workspaceId: workspaceOf(context), chatId: context.req.param('id') })
    return context.body(null, 204)
  })
  return routes
}
