import { Hono } from 'hono'
import type { ApiOptions } from './api-routes.ts'
import type { SendResponse } from './api-types.ts'
import { parseBody } from './parse-body.ts'
import { parseQuery } from './parse-query.ts'
import { inspectionQuery, pathQuery, turnsQuery } from './query-schemas.ts'
import { idempotencyKey } from './route-input.ts'
import {
  compareQuerySchema,
  compareSchema,
  continueSchema,
  undoSchema,
  editSchema,
  emptySchema,
  forgetSchema,
  markSchema,
  regenerateSchema,
  saveAnswerSchema,
  sendSchema,
} from './schemas.ts'

/** What is done within one chat. */
export function turnRoutes({ app, workspaceOf }: ApiOptions): Hono {
  const routes = new Hono()
  routes.post('/:id/turns', async (context) => {
    const body = await parseBody(context, sendSchema)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    const sent = await app.sendMessage({ ...body, ...place, idempotencyKey: idempotencyKey(context) })
    return context.json<SendResponse>(sent, 202)
  })
  routes.get('/:id/turns', async (context) => {
    const { before } = parseQuery(context, turnsQuery)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    return context.json(await app.listTurns({ ...place, before }))
  })
  routes.post('/:id/turns/:turn/edit', async (context) => {
    const body = await parseBody(context, editSchema)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    const turnId = context.req.param('turn')
    const key = { idempotencyKey: idempotencyKey(context) }
    return context.json<SendResponse>(await app.editMessage({ ...body, ...place, turnId, ...key }), 202)
  })
  routes.post('/:id/turns/:turn/regenerate', async (context) => {
    const body = await parseBody(context, regenerateSchema)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    const turnId = context.req.param('turn')
    const key = { idempotencyKey: idempotencyKey(context) }
    return context.json<SendResponse>(await app.regenerateAnswer({ ...body, ...place, turnId, ...key }), 202)
  })
  routes.get('/:id/turns/:turn/compare', async (context) => {
    const { model: modelId } = parseQuery(context, compareQuerySchema)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    const turnId = context.req.param('turn')
    return context.json(await app.forecastComparison({ ...place, turnId, modelId }))
  })
  routes.post('/:id/turns/:turn/compare', async (context) => {
    const { modelId } = await parseBody(context, compareSchema)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    const turnId = context.req.param('turn')
    return context.json(await app.compareAnswers({ ...place, turnId, modelId }))
  })
  routes.post('/:id/turns/:turn/show', async (context) => {
    await parseBody(context, emptySchema)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    return context.json(await app.showBranch({ ...place, turnId: context.req.param('turn') }))
  })
  routes.post('/:id/answers/:answer/choose', async (context) => {
    await parseBody(context, emptySchema)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    return context.json(await app.chooseAnswer({ ...place, answerId: context.req.param('answer') }))
  })
  routes.post('/:id/answers/:answer/continue', async (context) => {
    const body = await parseBody(context, continueSchema)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    const answerId = context.req.param('answer')
    const key = { idempotencyKey: idempotencyKey(context) }
    return context.json<SendResponse>(await app.continueAnswer({ ...body, ...place, answerId, ...key }), 202)
  })
  routes.post('/:id/answers/:answer/undo', async (context) => {
    const { callId } = await parseBody(context, undoSchema)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    return context.json(await app.undoCall({ ...place, callId, answerId: context.req.param('answer') }))
  })
  routes.post('/:id/answers/:answer/save', async (context) => {
    const body = await parseBody(context, saveAnswerSchema)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    const answerId = context.req.param('answer')
    const key = { idempotencyKey: idempotencyKey(context) }
    return context.json(await app.saveAnswer({ ...place, ...body, answerId, ...key }), 201)
  })
  routes.get('/:id/turns/:turn/inspection', async (context) => {
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    const turn = turnOf(context.req.param('turn'))
    const { answer: answerId, call } = parseQuery(context, inspectionQuery)
    return context.json(await app.inspectTurn({ ...place, turn, answerId, call }))
  })
  routes.get('/:id/asides/:aside', async (context) => {
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    return context.json(await app.readAside({ ...place, asideId: context.req.param('aside') }))
  })
  routes.get('/:id/turns/:turn/source', async (context) => {
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    const { path } = parseQuery(context, pathQuery)
    return context.json(await app.readSource({ ...place, turn: turnOf(context.req.param('turn')), path }))
  })
  routes.post('/:id/forecast', async (context) => {
    const body = await parseBody(context, sendSchema)
    return context.json(
      await app.forecastTurn({ ...body, workspaceId: workspaceOf(context), chatId: context.req.param('id') }),
    )
  })
  routes.post('/:id/mark', async (context) => {
    const body = await parseBody(context, markSchema)
    const place = { workspaceId: workspaceOf(context), chatId: context.req.param('id') }
    return context.json(await app.markArtifact({ ...place, ...body }))
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

/** By its place in the branch on show, or by its id. */
function turnOf(name: string): string | number {
  return /^\d{1,9}$/.test(name) ? Number(name) : name
}
