import { Hono } from 'hono'
import type { ApiOptions } from './api-options.ts'
import { parseBody, parseQuery, idempotencyKey } from '../reading/parse-body.ts'
import {
  changeChatSchema,
  compactSchema,
  continueInNewSchema,
  createChatSchema,
  emptySchema,
  exportSchema,
  forkSchema,
  importQuery,
  listSchema,
  searchChatsSchema,
  settingsSchema,
  titleSchema,
} from '@varve/contract'
import { ServerError } from '../server-error.ts'
import { streamLines } from '../stream-lines.ts'

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

/** Finding, naming, exporting and importing chats. */
function exchangeRoutes({ app, workspaceOf, chatOf, report }: ApiOptions): Hono {
  const routes = new Hono()
  routes.get('/search', async (context) => {
    const { q: text = '', model: modelId, ...rest } = parseQuery(context, searchChatsSchema)
    return context.json(await app.searchChats({ ...rest, modelId, text, workspaceId: workspaceOf(context) }))
  })
  routes.post('/import', async (context) => {
    // A form from another page cannot send this type without asking first.
    if (context.req.header('content-type') !== 'application/octet-stream')
      throw new ServerError('body-invalid', 'The body must be application/octet-stream.')
    const { name } = parseQuery(context, importQuery)
    const bytes = new Uint8Array(await context.req.arrayBuffer())
    return context.json(await app.importChats({ workspaceId: workspaceOf(context), name, bytes }))
  })
  routes.get('/unlisted', async (context) =>
    context.json(await app.countUnlistedChats({ workspaceId: workspaceOf(context) })),
  )
  routes.post('/reindex', async (context) => {
    await parseBody(context, emptySchema)
    return context.json(await app.reindexChats({ workspaceId: workspaceOf(context) }))
  })
  routes.get('/:id/export', async (context) => {
    const { form = 'markdown' } = parseQuery(context, exportSchema)
    const { name, type, text } = await app.exportChat({ ...chatOf(context), form })
    return context.body(text, 200, {
      'content-type': type,
      // Download only: a chat's HTML must not run at this origin.
      'content-disposition': `attachment; filename*=UTF-8''${encodeFileName(name)}`,
    })
  })
  routes.get('/:id/trace', async (context) => {
    const { name, lines } = await app.exportTrace(chatOf(context))
    return context.body(streamLines(lines, report), 200, {
      'content-type': 'application/x-ndjson',
      'content-disposition': `attachment; filename*=UTF-8''${encodeFileName(name)}`,
      // Of unknown length: otherwise a response that fails halfway would look complete.
      'transfer-encoding': 'chunked',
    })
  })
  routes.delete('/:id/trace', async (context) => context.json(await app.deleteTrace(chatOf(context))))
  routes.post('/:id/title', async (context) => {
    const wanted = await parseBody(context, titleSchema)
    return context.json(await app.suggestTitle({ ...chatOf(context), ...wanted }))
  })
  return routes
}

/** By RFC 8187, which leaves fewer characters as they are than addresses do. */
function encodeFileName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
