import type { App } from '@varve/app'
import { type Context, Hono } from 'hono'
import { askRoutes } from './ask-routes.ts'
import { answerRoutes } from './answer-routes.ts'
import { chatAnswerRoutes } from './chat-answer-routes.ts'
import { chatRoutes } from './chat-routes.ts'
import { definitionRoutes } from './definition-routes.ts'
import { fileChangeRoutes } from './file-change-routes.ts'
import { fileRoutes } from './file-routes.ts'
import { indexRoutes } from './index-routes.ts'
import { mcpRoutes } from './mcp-routes.ts'
import { modelRoutes } from './model-routes.ts'
import { openApiRoute } from './openapi-route.ts'
import { parseBody } from '../reading/parse-body.ts'
import { providerRoutes } from './provider-routes.ts'
import {
  detectSchema,
  emptySchema,
  guardSchema,
  tryRuleSchema,
  memorySchema,
  toolRulesSchema,
  workspaceSettingsSchema,
} from '../schemas/schemas.ts'
import { LINK_MINUTES, type Sessions, signInUrl } from '../access/session.ts'
import { statisticsRoute } from './statistics-route.ts'
import { searchRoutes } from './search-routes.ts'
import { turnRoutes } from './turn-routes.ts'
import { uploadRoutes } from './upload-routes.ts'
import { folderRoutes, workspacesRoutes } from './workspaces-routes.ts'
import type { SignInLinkView } from '../api-types.ts'
import type { ApiOptions } from './api-options.ts'

export interface ApiRoutesOptions {
  readonly app: App
  /** The workspace that the address `first` stands for. */
  readonly first: string
  readonly port: number
  readonly sessions: Sessions
  readonly report: (message: string) => void
}

/** Every route of the API: parse, call the app, respond. */
export function apiRoutes({ app, first, port, sessions, report }: ApiRoutesOptions): Hono {
  const workspaceOf = (context: Context) => workspaceIn(context, first)
  const options: ApiOptions = {
    app,
    workspaceOf,
    chatOf: (context) => ({ workspaceId: workspaceOf(context), chatId: context.req.param('id') }),
    report,
  }
  const routes = new Hono()
  routes.get('/openapi.json', openApiRoute(port))
  routes.post('/sign-in-links', async (context) => {
    await parseBody(context, emptySchema)
    return context.json<SignInLinkView>({ url: signInUrl(sessions, port), minutes: LINK_MINUTES }, 201)
  })
  routes.route('/models', modelRoutes(options))
  routes.route('/providers', providerRoutes(options))
  routes.route('/folders', folderRoutes(options))
  routes.route('/workspaces', workspacesRoutes(options))
  routes.route('/workspaces/:workspace', workspaceRoutes(options))
  return routes
}

function workspaceRoutes(options: ApiOptions): Hono {
  const { app, workspaceOf } = options
  const routes = new Hono()
  routes.get('/', async (context) =>
    context.json(await app.showWorkspace({ workspaceId: workspaceOf(context) })),
  )
  routes.patch('/settings', async (context) => {
    const settings = await parseBody(context, workspaceSettingsSchema)
    return context.json(await app.setWorkspaceSettings({ workspaceId: workspaceOf(context), settings }))
  })
  routes.get('/guard', async (context) =>
    context.json(await app.readGuard({ workspaceId: workspaceOf(context) })),
  )
  routes.put('/guard', async (context) => {
    const { policy } = await parseBody(context, guardSchema)
    return context.json(await app.setGuard({ workspaceId: workspaceOf(context), policy }))
  })
  routes.post('/guard/try', async (context) => {
    const { rule, sample } = await parseBody(context, tryRuleSchema)
    return context.json(await app.tryRule({ workspaceId: workspaceOf(context), rule, sample }))
  })
  routes.get('/guard/audit', async (context) =>
    context.json(await app.listAudit({ workspaceId: workspaceOf(context) })),
  )
  routes.get('/tool-rules', async (context) =>
    context.json(await app.readToolRules({ workspaceId: workspaceOf(context) })),
  )
  routes.put('/tool-rules', async (context) => {
    const { rules } = await parseBody(context, toolRulesSchema)
    return context.json(await app.setToolRules({ workspaceId: workspaceOf(context), rules }))
  })
  routes.get('/areas', async (context) =>
    context.json(await app.listAreas({ workspaceId: workspaceOf(context) })),
  )
  routes.post('/areas/detect', async (context) => {
    const { text } = await parseBody(context, detectSchema)
    return context.json(await app.findAreas({ workspaceId: workspaceOf(context), text }))
  })
  routes.get('/memory', async (context) =>
    context.json(await app.readMemory({ workspaceId: workspaceOf(context) })),
  )
  routes.put('/memory', async (context) => {
    const body = await parseBody(context, memorySchema)
    return context.json(await app.writeMemory({ ...body, workspaceId: workspaceOf(context) }))
  })
  routes.route('/', searchRoutes(options))
  routes.route('/', definitionRoutes(options))
  routes.get('/statistics', statisticsRoute(options))
  routes.route('/files', fileRoutes(options))
  routes.route('/files', fileChangeRoutes(options))
  routes.route('/uploads', uploadRoutes(options))
  routes.route('/mcp', mcpRoutes(options))
  routes.route('/index', indexRoutes(options))
  routes.route('/', askRoutes(options))
  routes.route('/chats', chatRoutes(options))
  routes.route('/chats', turnRoutes(options))
  routes.route('/chats', chatAnswerRoutes(options))
  routes.route('/answers', answerRoutes(options))
  return routes
}

function workspaceIn(context: Context, first: string): string {
  const named = context.req.param('workspace')
  return named === undefined || named === 'first' ? first : named
}
