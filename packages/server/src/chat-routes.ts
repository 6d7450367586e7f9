import { Hono } from 'hono'
import type { ApiOptions } from './api-routes.ts'
import { exchangeRoutes } from './exchange-routes.ts'
import { parseBody } from './parse-body.ts'
import { parseQuery } from './parse-query.ts'
import { idempotencyKey } from './route-input.ts'
import {
  changeChatSchema,
  compactSchema,
  continueInNewSchema,
  createChatSchema,
  emptySchema,
  forkSchema,
  listSchema,
  settingsSchema,
} from './schemas.ts'

export function chatRoutes(options: ApiOptions): Hono {
  const { app, workspaceOf } = options
  const routes = new Hono()
  // Before the chats by id, for `search` would be one.
  routes.route('/', exchangeRoutes(options))
  routes.get('/', async (context) => {
    const wanted = parseQuery(context, listSchema)
    return context.json(await app.listChats({ ...wanted, workspaceId: workspaceOf(context) }))
  })
  routes.post('/', async (context) => {
    const body = await parseBody(context, createChatSchema)
    const key = { idempotencyKey: idempotencyKey(context) }
    return context.json(await app.createChat({ ...body, ...key, workspaceId: workspaceOf(context) }), 201)
  })
  routes.get('/:id', async (context) => {
    return context.json(
      await app.openChat({ workspaceId: workspaceOf(context), chatId: context.req.param('id') }),
    )
  })
  routes.patch('/:id', async (context) => {
    const changes = await parseBody(context, changeChatSchema)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    return context.json(await app.arrangeChat({ ...place, ...changes }))
  })
  routes.patch('/:id/settings', async (context) => {
    const settings = await parseBody(context, settingsSchema)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    return context.json(await app.setChatSettings({ ...place, settings }))
  })
  routes.post('/:id/restore', async (context) => {
    await parseBody(context, emptySchema)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    return context.json(await app.restoreChat(place))
  })
  routes.post('/:id/erase', async (context) => {
    await parseBody(context, emptySchema)
    await app.eraseChat({ workspaceId: workspaceOf(context), chatId: context.req.param('id') })
    return context.body(null, 204)
  })
  routes.post('/:id/fork', async (context) => {
    const body = await parseBody(context, forkSchema)
    const key = { idempotencyKey: idempotencyKey(context) }
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    return context.json(await app.forkChat({ ...place, ...body, ...key }), 201)
  })
  routes.post('/:id/compact', async (context) => {
    const body = await parseBody(context, compactSchema)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    return context.json(await app.compactChat({ ...place, ...body }))
  })
  routes.post('/:id/continue', async (context) => {
    const body = await parseBody(context, continueInNewSchema)
    const key = { idempotencyKey: idempotencyKey(context) }
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    return context.json(await app.continueInNewChat({ ...place, ...body, ...key }), 201)
  })
  routes.delete('/:id', async (context) => {
    await app.deleteChat({ workspaceId: workspaceOf(context), chatId: context.req.param('id') })
    return context.body(null, 204)
  })
  return routes
}
