import { Hono } from 'hono'
import type { ApiOptions } from './api-options.ts'
import { exchangeRoutes } from './exchange-routes.ts'
import { parseBody } from '../reading/parse-body.ts'
import { parseQuery } from '../reading/parse-query.ts'
import { idempotencyKey } from '../reading/route-input.ts'
import {
  changeChatSchema,
  compactSchema,
  continueInNewSchema,
  createChatSchema,
  emptySchema,
  forkSchema,
  listSchema,
  settingsSchema,
} from '../schemas/schemas.ts'

export function chatRoutes(options: ApiOptions): Hono {
  const { app, workspaceOf, chatOf } = options
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
    return context.json(await app.openChat(chatOf(context)))
  })
  routes.patch('/:id', async (context) => {
    const changes = await parseBody(context, changeChatSchema)
    return context.json(await app.arrangeChat({ ...chatOf(context), ...changes }))
  })
  routes.patch('/:id/settings', async (context) => {
    const settings = await parseBody(context, settingsSchema)
    return context.json(await app.setChatSettings({ ...chatOf(context), settings }))
  })
  routes.post('/:id/restore', async (context) => {
    await parseBody(context, emptySchema)
    return context.json(await app.restoreChat(chatOf(context)))
  })
  routes.post('/:id/erase', async (context) => {
    await parseBody(context, emptySchema)
    await app.eraseChat(chatOf(context))
    return context.body(null, 204)
  })
  routes.post('/:id/fork', async (context) => {
    const body = await parseBody(context, forkSchema)
    const key = { idempotencyKey: idempotencyKey(context) }
    return context.json(await app.forkChat({ ...chatOf(context), ...body, ...key }), 201)
  })
  routes.post('/:id/compact', async (context) => {
    const body = await parseBody(context, compactSchema)
    return context.json(await app.compactChat({ ...chatOf(context), ...body }))
  })
  routes.post('/:id/continue', async (context) => {
    const body = await parseBody(context, continueInNewSchema)
    const key = { idempotencyKey: idempotencyKey(context) }
    return context.json(await app.continueInNewChat({ ...chatOf(context), ...body, ...key }), 201)
  })
  routes.delete('/:id', async (context) => {
    await app.deleteChat(chatOf(context))
    return context.body(null, 204)
  })
  return routes
}
