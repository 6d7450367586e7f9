import { Hono } from 'hono'
import type { ApiOptions } from './api-routes.ts'
import type { SendResponse } from './api-types.ts'
import { parseBody } from './parse-body.ts'
import { idempotencyKey, parseNumber, requirePath } from './route-input.ts'
import { forgetSchema, sendSchema } from './schemas.ts'

/** What is done within one chat. */
export function turnRoutes({ app, workspaceOf }: ApiOptions): Hono {
  const routes = new Hono()
  routes.post('/:id/turns', async (context) => {
    const body = await parseBody(context, sendSchema)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    const sent = await app.sendMessage({ ...body, ...place, idempotencyKey: idempotencyKey(context) })
    return context.json<SendResponse>(sent, 202)
  })
  routes.get('/:id/turns/:number/inspection', async (context) => {
    const number = parseNumber(context.req.param('number'))
    return context.json(
      await app.inspectTurn({ workspaceId: workspaceOf(context), chatId: context.req.param('id'), number }),
    )
  })
  routes.get('/:id/turns/:number/source', async (context) => {
    const number = parseNumber(context.req.param('number'))
    const path = requirePath(context)
    return context.json(
      await app.readSource({
        workspaceId: workspaceOf(context),
        chatId: context.req.param('id'),
        number,
        path,
      }),
    )
  })
  routes.post('/:id/forecast', async (context) => {
    const body = await parseBody(context, sendSchema)
    return context.json(
      await app.forecastTurn({ ...body, workspaceId: workspaceOf(context), chatId: context.req.param('id') }),
    )
  })
  routes.post('/:id/forget', async (context) => {
    const body = await parseBody(context, forgetSchema)
    return context.json(
      await app.forgetArtifact({
        ...body,
        workspaceId: workspaceOf(context),
        chatId: context.req.param('id'),
      }),
    )
  })
  return routes
}
