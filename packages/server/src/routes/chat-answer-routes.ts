import { Hono } from 'hono'
import type { ApiOptions } from './api-options.ts'
import type { SendResponse } from '../api-types.ts'
import { parseBody } from '../reading/parse-body.ts'
import { idempotencyKey } from '../reading/route-input.ts'
import { continueSchema, emptySchema, saveAnswerSchema, undoSchema } from '../schemas/schemas.ts'

/** What is done with the answers of one chat. */
export function chatAnswerRoutes({ app, chatOf }: ApiOptions): Hono {
  const routes = new Hono()
  routes.post('/:id/answers/:answer/choose', async (context) => {
    await parseBody(context, emptySchema)
    return context.json(await app.chooseAnswer({ ...chatOf(context), answerId: context.req.param('answer') }))
  })
  routes.post('/:id/answers/:answer/continue', async (context) => {
    const body = await parseBody(context, continueSchema)
    const answerId = context.req.param('answer')
    const key = { idempotencyKey: idempotencyKey(context) }
    return context.json<SendResponse>(
      await app.continueAnswer({ ...body, ...chatOf(context), answerId, ...key }),
      202,
    )
  })
  routes.post('/:id/answers/:answer/undo', async (context) => {
    const { callId } = await parseBody(context, undoSchema)
    return context.json(
      await app.undoCall({ ...chatOf(context), callId, answerId: context.req.param('answer') }),
    )
  })
  routes.post('/:id/answers/:answer/save', async (context) => {
    const body = await parseBody(context, saveAnswerSchema)
    const answerId = context.req.param('answer')
    const key = { idempotencyKey: idempotencyKey(context) }
    return context.json(await app.saveAnswer({ ...chatOf(context), ...body, answerId, ...key }), 201)
  })
  return routes
}
