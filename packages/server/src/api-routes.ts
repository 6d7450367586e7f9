import type { App } from '@varve/app'
import { type Context, Hono } from 'hono'
import type { SendResponse } from './api-types.ts'
import { parseBody } from './parse-body.ts'
import {
  emptySchema,
  forgetSchema,
  idempotencyKeySchema,
  numberSchema,
  renameSchema,
  sendSchema,
} from './schemas.ts'
import { ServerError } from './server-error.ts'
import { streamEvents } from './stream-events.ts'

export interface ApiOptions {
  readonly app: App
  /** Whose ids these routes accept; those of any other workspace do not exist here. */
  readonly workspaceId: string
}

/** Every route of the API: parse, call the app, respond. */
export function apiRoutes({ app, workspaceId }: ApiOptions): Hono {
  const routes = new Hono()
  const chat = (context: Context) => ({ workspaceId, chatId: context.req.param('id') ?? '' })
  const answer = (context: Context) => ({ workspaceId, answerId: context.req.param('id') ?? '' })

  routes.get('/workspace', async (context) => context.json(await app.showWorkspace({ workspaceId })))
  routes.get('/models', async (context) => context.json(await app.listModels(undefined)))
  routes.get('/files', async (context) => context.json(await app.listFiles({ workspaceId })))
  routes.get('/files/content', async (context) => {
    const path = context.req.query('path')
    if (path === undefined) throw new ServerError('body-invalid', 'The query needs a path.')
    return context.json(await app.readFile({ workspaceId, path }))
  })

  routes.get('/chats', async (context) => context.json(await app.listChats({ workspaceId })))
  routes.post('/chats', async (context) => {
    await parseBody(context, emptySchema)
    return context.json(await app.createChat({ workspaceId, idempotencyKey: idempotencyKey(context) }), 201)
  })
  routes.get('/chats/:id', async (context) => context.json(await app.openChat(chat(context))))
  routes.patch('/chats/:id', async (context) => {
    const { title } = await parseBody(context, renameSchema)
    return context.json(await app.renameChat({ ...chat(context), title }))
  })
  routes.delete('/chats/:id', async (context) => {
    await app.deleteChat(chat(context))
    return context.body(null, 204)
  })
  routes.post('/chats/:id/turns', async (context) => {
    const body = await parseBody(context, sendSchema)
    const sent = await app.sendMessage({ ...chat(context), ...body, idempotencyKey: idempotencyKey(context) })
    return context.json<SendResponse>(sent, 202)
  })
  routes.get('/chats/:id/turns/:number/inspection', async (context) => {
    const number = parseNumber(context.req.param('number'))
    return context.json(await app.inspectTurn({ ...chat(context), number }))
  })
  routes.post('/chats/:id/forecast', async (context) => {
    const body = await parseBody(context, sendSchema)
    return context.json(await app.forecastTurn({ ...chat(context), ...body }))
  })
  routes.post('/chats/:id/forget', async (context) => {
    const body = await parseBody(context, forgetSchema)
    return context.json(await app.forgetArtifact({ ...chat(context), ...body }))
  })

  routes.get('/answers/:id/events', async (context) => {
    const after = parseNumber(context.req.header('last-event-id') ?? context.req.query('after') ?? '0')
    const events = await app.watchAnswer({ ...answer(context), after })
    // No content tells a browser's EventSource not to come back.
    return events ? streamEvents(context, events) : context.body(null, 204)
  })
  routes.post('/answers/:id/stop', async (context) => {
    await parseBody(context, emptySchema)
    return context.json(await app.stopAnswer(answer(context)))
  })
  return routes
}

function parseNumber(text: string): number {
  const parsed = numberSchema.safeParse(text)
  if (!parsed.success) throw new ServerError('body-invalid', 'A number was expected.')
  return parsed.data
}

function idempotencyKey(context: Context): string | undefined {
  const key = context.req.header('idempotency-key')
  if (key === undefined) return undefined
  const parsed = idempotencyKeySchema.safeParse(key)
  if (!parsed.success) throw new ServerError('body-invalid', 'An Idempotency-Key has 8 to 200 characters.')
  return parsed.data
}
