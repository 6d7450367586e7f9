import { Hono } from 'hono'
import type { ApiOptions } from './api-options.ts'
import { parseBody } from '../reading/parse-body.ts'
import { parseQuery } from '../reading/parse-query.ts'
import { eventsQuery } from '../schemas/query-schemas.ts'
import { parsePosition } from '../reading/route-input.ts'
import { answerCallSchema, emptySchema, steerSchema } from '../schemas/schemas.ts'
import { streamEvents } from '../stream-events.ts'

export function answerRoutes({ app, workspaceOf }: ApiOptions): Hono {
  const routes = new Hono()
  routes.get('/:id/events', async (context) => {
    const answerId = context.req.param('id')
    const { after } = parseQuery(context, eventsQuery)
    // A browser that comes back says in the header how far it is; its address stays what it was.
    const position = parsePosition(context.req.header('last-event-id')) ?? after ?? { after: 0 }
    const { signal } = context.req.raw
    const workspaceId = workspaceOf(context)
    const events = await app.watchAnswer({ workspaceId, answerId, ...position, signal })
    // No content tells a browser's EventSource not to come back.
    return events ? streamEvents(context, events) : context.body(null, 204)
  })
  routes.post('/:id/calls/:call', async (context) => {
    const { answer, always } = await parseBody(context, answerCallSchema)
    const [answerId, callId] = [context.req.param('id'), context.req.param('call')]
    await app.answerCall({ workspaceId: workspaceOf(context), answerId, callId, answer, always })
    return context.body(null, 204)
  })
  routes.post('/:id/say', async (context) => {
    const { text } = await parseBody(context, steerSchema)
    await app.steerAnswer({ workspaceId: workspaceOf(context), answerId: context.req.param('id'), text })
    return context.body(null, 204)
  })
  routes.post('/:id/stop', async (context) => {
    await parseBody(context, emptySchema)
    return context.json(
      await app.stopAnswer({ workspaceId: workspaceOf(context), answerId: context.req.param('id') }),
    )
  })
  return routes
}
