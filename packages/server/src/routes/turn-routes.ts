import { Hono } from 'hono'
import type { ApiOptions } from './api-options.ts'
import {
  compareQuerySchema,
  compareSchema,
  editSchema,
  emptySchema,
  forgetSchema,
  inspectionQuery,
  markSchema,
  pathQuery,
  questionsQuery,
  receivedQuery,
  regenerateSchema,
  type SendResponse,
  sendSchema,
  traceQuery,
  turnsQuery,
} from '@varve/contract'
import { parseBody, parseQuery, idempotencyKey } from '../reading/parse-body.ts'

/** What is done within one chat, but for its answers. */
export function turnRoutes({ app, chatOf }: ApiOptions): Hono {
  const routes = new Hono()
  routes.post('/:id/turns', async (context) => {
    const body = await parseBody(context, sendSchema)
    const sent = await app.sendMessage({
      ...body,
      ...chatOf(context),
      idempotencyKey: idempotencyKey(context),
    })
    return context.json<SendResponse>(sent, 202)
  })
  routes.get('/:id/turns', async (context) => {
    const { before } = parseQuery(context, turnsQuery)
    return context.json(await app.listTurns({ ...chatOf(context), before }))
  })
  routes.get('/:id/questions', async (context) => {
    const { find } = parseQuery(context, questionsQuery)
    return context.json(await app.listQuestions({ ...chatOf(context), find }))
  })
  routes.post('/:id/turns/:turn/edit', async (context) => {
    const body = await parseBody(context, editSchema)
    const turnId = context.req.param('turn')
    const key = { idempotencyKey: idempotencyKey(context) }
    return context.json<SendResponse>(
      await app.editMessage({ ...body, ...chatOf(context), turnId, ...key }),
      202,
    )
  })
  routes.post('/:id/turns/:turn/regenerate', async (context) => {
    const body = await parseBody(context, regenerateSchema)
    const turnId = context.req.param('turn')
    const key = { idempotencyKey: idempotencyKey(context) }
    return context.json<SendResponse>(
      await app.regenerateAnswer({ ...body, ...chatOf(context), turnId, ...key }),
      202,
    )
  })
  routes.get('/:id/turns/:turn/compare', async (context) => {
    const { model: modelId } = parseQuery(context, compareQuerySchema)
    const turnId = context.req.param('turn')
    return context.json(await app.forecastComparison({ ...chatOf(context), turnId, modelId }))
  })
  routes.post('/:id/turns/:turn/compare', async (context) => {
    const { modelId } = await parseBody(context, compareSchema)
    const turnId = context.req.param('turn')
    return context.json(await app.compareAnswers({ ...chatOf(context), turnId, modelId }))
  })
  routes.post('/:id/turns/:turn/show', async (context) => {
    await parseBody(context, emptySchema)
    return context.json(await app.showBranch({ ...chatOf(context), turnId: context.req.param('turn') }))
  })
  routes.get('/:id/turns/:turn/inspection', async (context) => {
    const turn = turnOf(context.req.param('turn'))
    const { answer: answerId, call } = parseQuery(context, inspectionQuery)
    return context.json(await app.inspectTurn({ ...chatOf(context), turn, answerId, call }))
  })
  routes.get('/:id/turns/:turn/trace', async (context) => {
    const turn = turnOf(context.req.param('turn'))
    const { answer: answerId } = parseQuery(context, traceQuery)
    return context.json(await app.showTrace({ ...chatOf(context), turn, answerId }))
  })
  routes.get('/:id/turns/:turn/received', async (context) => {
    const turn = turnOf(context.req.param('turn'))
    const { answer: answerId, call } = parseQuery(context, receivedQuery)
    return context.json(await app.readReceived({ ...chatOf(context), turn, answerId, call }))
  })
  routes.get('/:id/side-calls/:sidecall', async (context) => {
    return context.json(
      await app.readSideCall({ ...chatOf(context), sideCallId: context.req.param('sidecall') }),
    )
  })
  routes.get('/:id/turns/:turn/source', async (context) => {
    const { path } = parseQuery(context, pathQuery)
    return context.json(
      await app.readSource({ ...chatOf(context), turn: turnOf(context.req.param('turn')), path }),
    )
  })
  routes.post('/:id/forecast', async (context) => {
    const body = await parseBody(context, sendSchema)
    return context.json(await app.forecastTurn({ ...body, ...chatOf(context) }))
  })
  routes.post('/:id/what-if', async (context) => {
    const body = await parseBody(context, sendSchema)
    return context.json(await app.forecastChoices({ ...body, ...chatOf(context) }))
  })
  routes.post('/:id/mark', async (context) => {
    const body = await parseBody(context, markSchema)
    return context.json(await app.markArtifact({ ...chatOf(context), ...body }))
  })
  routes.post('/:id/forget', async (context) => {
    const body = await parseBody(context, forgetSchema)
    return context.json(await app.forgetArtifact({ ...body, ...chatOf(context) }))
  })
  return routes
}

/** By its place in the branch on show, or by its id. */
function turnOf(name: string): string | number {
  return /^\d{1,9}$/.test(name) ? Number(name) : name
}
