import { type Context, Hono } from 'hono'
import type { ApiOptions } from './api-options.ts'
import {
  checkDefinitionSchema,
  composerSchema,
  DEFINITION_KINDS,
  type DefinitionKind,
  definitionsQuery,
  fillTemplateSchema,
  removeDefinitionQuery,
  trustFileSchema,
  trustSchema,
  writeDefinitionSchema,
} from '@varve/contract'
import { parseBody, parseQuery } from '../reading/parse-body.ts'
import { ServerError } from '../server-error.ts'

/** Agents, skills, templates and projects of a workspace, and what the composer makes of a text. */
export function definitionRoutes({ app, workspaceOf }: ApiOptions): Hono {
  const routes = new Hono()
  const inWorkspace = (context: Context) => ({ workspaceId: workspaceOf(context) })
  const named = (context: Context) => ({
    ...inWorkspace(context),
    kind: requireKind(context.req.param('kind')),
    id: context.req.param('name') ?? '',
  })
  routes.get('/definitions', async (context) => {
    const { kind } = parseQuery(context, definitionsQuery)
    const only = kind === undefined ? {} : { kind }
    return context.json(await app.listDefinitions({ ...inWorkspace(context), ...only }))
  })
  routes.get('/definitions/:kind/:name', async (context) =>
    context.json(await app.readDefinition(named(context))),
  )
  routes.put('/definitions/:kind/:name', async (context) => {
    const body = await parseBody(context, writeDefinitionSchema)
    return context.json(await app.writeDefinition({ ...body, ...named(context) }))
  })
  routes.delete('/definitions/:kind/:name', async (context) => {
    const { expect: contentHash } = parseQuery(context, removeDefinitionQuery)
    return context.json(await app.removeDefinition({ ...named(context), contentHash }))
  })
  routes.post('/definitions/:kind/:name/check', async (context) => {
    const body = await parseBody(context, checkDefinitionSchema)
    return context.json(await app.checkDefinition({ ...body, ...named(context) }))
  })
  routes.post('/definitions/:kind/:name/trust', async (context) => {
    const body = await parseBody(context, trustSchema)
    return context.json(await app.trustDefinition({ ...body, ...named(context) }))
  })
  routes.get('/instructions', async (context) =>
    context.json(await app.listInstructions(inWorkspace(context))),
  )
  routes.post('/instructions/trust', async (context) => {
    const body = await parseBody(context, trustFileSchema)
    return context.json(await app.trustInstruction({ ...body, ...inWorkspace(context) }))
  })
  routes.post('/templates/:name/fill', async (context) => {
    const body = await parseBody(context, fillTemplateSchema)
    const id = context.req.param('name')
    return context.json(await app.fillTemplate({ ...body, ...inWorkspace(context), id }))
  })
  routes.post('/composer', async (context) => {
    const { text } = await parseBody(context, composerSchema)
    return context.json(await app.readComposer({ ...inWorkspace(context), text }))
  })
  return routes
}

function requireKind(kind: string | undefined): DefinitionKind {
  const known = DEFINITION_KINDS.find((one) => one === kind)
  if (known) return known
  throw new ServerError('body-invalid', `A kind is one of ${DEFINITION_KINDS.join(', ')}.`)
}
