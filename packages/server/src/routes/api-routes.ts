import { type App, requireUploadSize } from '@varve/app'
import { type Context, type Handler, Hono } from 'hono'
import { sendEvents } from '../event-stream.ts'
import { askRoutes } from './ask-routes.ts'
import { answerRoutes } from './answer-routes.ts'
import { chatRoutes } from './chat-routes.ts'
import { definitionRoutes } from './definition-routes.ts'
import { fileChangeRoutes } from './file-change-routes.ts'
import { parseBody, parseQuery, idempotencyKey } from '../reading/parse-body.ts'
import {
  addModelSchema,
  appSettingsSchema,
  browserSchema,
  type BrowserView,
  continueSchema,
  createApiKeySchema,
  detectSchema,
  embeddingsSchema,
  emptySchema,
  endpointSchema,
  foldersQuery,
  getModelSchema,
  guardSchema,
  indexActionSchema,
  keySchema,
  localModelSettingsSchema,
  mcpEntrySchema,
  memorySchema,
  openModelSchema,
  openWorkspaceSchema,
  pathQuery,
  saveAnswerSchema,
  searchQuery,
  type IndexView,
  type SendResponse,
  type SignInLinkView,
  statisticsSchema,
  toolRulesSchema,
  trustSchema,
  tryRuleSchema,
  undoSchema,
  uploadQuery,
  webSearchTrialSchema,
  workspaceSettingsSchema,
} from '@varve/contract'
import type { Places } from '../access/reach.ts'
import { LINK_MINUTES, type Sessions, signInUrl } from '../access/session.ts'
import { turnRoutes } from './turn-routes.ts'
import type { ApiOptions } from './api-options.ts'
import { ServerError } from '../server-error.ts'

/** So often the page hears that the server is alive: it notices within seconds when that is no longer so. */
const ALIVE = { text: 'event: alive\ndata: 1\n\n', milliseconds: 2_000 }

export interface ApiRoutesOptions {
  readonly app: App
  /** The workspace that `first` in an address refers to. */
  readonly first: string
  readonly places: Places
  readonly sessions: Sessions
  readonly report: (message: string) => void
}

/** Every route of the API: parse, call the app, respond. */
export function apiRoutes({ app, first, places, sessions, report }: ApiRoutesOptions): Hono {
  const workspaceOf = (context: Context) => workspaceIn(context, first)
  const options: ApiOptions = {
    app,
    workspaceOf,
    chatOf: (context) => ({ workspaceId: workspaceOf(context), chatId: context.req.param('id') }),
    report,
  }
  const routes = new Hono()
  routes.get('/openapi.json', openApiRoute(places.main.origin + places.main.base))
  routes.post('/sign-in-links', async (context) => {
    await parseBody(context, emptySchema)
    return context.json<SignInLinkView>({ url: signInUrl(sessions, places.main), minutes: LINK_MINUTES }, 201)
  })
  routes.route('/api-keys', apiKeyRoutes(options))
  routes.post('/browsers', async (context) => {
    const { publicKey } = await parseBody(context, browserSchema)
    return context.json<BrowserView>(
      { browser: sessions.browsers.add(publicKey, places.of(context).origin) },
      201,
    )
  })
  routes.delete('/browsers', (context) => {
    sessions.browsers.forgetAll()
    return context.body(null, 204)
  })
  routes.get('/settings', (context) => context.json(app.readAppSettings()))
  routes.patch('/settings', async (context) =>
    context.json(await app.setAppSettings(await parseBody(context, appSettingsSchema))),
  )
  routes.post('/settings/web-search/try', async (context) =>
    context.json(await app.tryWebSearch(await parseBody(context, webSearchTrialSchema))),
  )
  routes.route('/models', modelRoutes(options))
  routes.route('/local-models', localModelRoutes(options))
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

/** What the turns of a workspace used and how they came about: `?chat=…&since=2026-01-31&until=2026-02-28`. */
function statisticsRoute({ app, workspaceOf }: ApiOptions): Handler {
  return async (context) => {
    const { chat: chatId, since, until } = parseQuery(context, statisticsSchema)
    const workspaceId = workspaceOf(context)
    return context.json(await app.showTurnStatistics({ workspaceId, chatId, since, until }))
  }
}

function modelRoutes({ app }: ApiOptions): Hono {
  const routes = new Hono()
  routes.get('/', async (context) => context.json(await app.listModels(undefined)))
  routes.post('/refresh', async (context) => {
    await parseBody(context, emptySchema)
    return context.json(await app.refreshModels(undefined))
  })
  routes.post('/', async (context) => {
    return context.json(await app.addModel(await parseBody(context, addModelSchema)), 201)
  })
  routes.post('/endpoint', async (context) => {
    return context.json(await app.checkEndpoint(await parseBody(context, endpointSchema)))
  })
  routes.delete('/:model', async (context) => {
    await app.removeModel({ modelId: context.req.param('model') })
    return context.body(null, 204)
  })
  return routes
}

/** Models of one's own: which there are, how one is got, and what runs them. */
function localModelRoutes({ app }: ApiOptions): Hono {
  const routes = new Hono()
  const named = (context: Context) => ({ id: context.req.param('id') ?? '' })
  routes.get('/', async (context) => context.json(await app.showLocalModels(undefined)))
  routes.post('/downloads', async (context) =>
    context.json(await app.getLocalModel(await parseBody(context, getModelSchema)), 202),
  )
  routes.post('/downloads/:id/pause', async (context) => {
    await parseBody(context, emptySchema)
    return context.json(await app.pauseDownload(named(context)))
  })
  routes.post('/downloads/:id/resume', async (context) => {
    await parseBody(context, emptySchema)
    return context.json(await app.resumeDownload(named(context)), 202)
  })
  routes.delete('/downloads/:id', async (context) => {
    await app.cancelDownload(named(context))
    return context.body(null, 204)
  })
  routes.post('/files', async (context) =>
    context.json(await app.openLocalModel(await parseBody(context, openModelSchema)), 201),
  )
  routes.patch('/settings', async (context) =>
    context.json(await app.setLocalModelSettings(await parseBody(context, localModelSettingsSchema))),
  )
  routes.post('/runtime', async (context) => {
    await parseBody(context, emptySchema)
    return context.json(await app.installModelRuntime(undefined), 202)
  })
  routes.delete('/:id', async (context) => {
    await app.removeLocalModel(named(context))
    return context.body(null, 204)
  })
  return routes
}

/** The OpenAPI document, built on the first request so that start-up doesn't wait for it. */
function openApiRoute(address: string): Handler {
  let building: Promise<object> | undefined
  const build = async (): Promise<object> => {
    const { buildOpenApi } = await import('../openapi/build-openapi.ts')
    return buildOpenApi(address)
  }
  return async (context) => {
    building ??= build()
    return context.json(await building)
  }
}

/** Search, tags, and related notes. */
function searchRoutes({ app, workspaceOf }: ApiOptions): Hono {
  const routes = new Hono()
  routes.get('/search', async (context) => {
    // No words are the same as empty ones.
    const { q: text = '', limit } = parseQuery(context, searchQuery.partial({ q: true }))
    if (text.trim() === '')
      throw new ServerError('search-empty', 'The search needs words: give them in the query as "q".')
    return context.json(await app.searchWorkspace({ workspaceId: workspaceOf(context), text, limit }))
  })
  routes.get('/tags', async (context) => {
    return context.json(await app.listTags({ workspaceId: workspaceOf(context) }))
  })
  return routes
}

/** Files from outside a workspace, as by paste or drop: the body is the file, the query names it. */
function uploadRoutes({ app, workspaceOf }: ApiOptions): Hono {
  const routes = new Hono()
  routes.post('/', async (context) => {
    // A form from another page cannot send this type without asking first.
    if (context.req.header('content-type') !== 'application/octet-stream')
      throw new ServerError('body-invalid', 'The body must be application/octet-stream.')
    const { name } = parseQuery(context, uploadQuery)
    requireUploadSize(name, Number(context.req.header('content-length') ?? 0))
    const bytes = new Uint8Array(await context.req.arrayBuffer())
    return context.json(await app.uploadFile({ workspaceId: workspaceOf(context), name, bytes }), 201)
  })
  return routes
}

/** Keys go in and never come out. */
function providerRoutes({ app }: ApiOptions): Hono {
  const routes = new Hono()
  routes.get('/', async (context) => context.json(await app.listProviders(undefined)))
  routes.put('/:id/key', async (context) => {
    const { key, keep } = await parseBody(context, keySchema)
    return context.json(await app.setProviderKey({ providerId: context.req.param('id'), key, keep }))
  })
  routes.post('/:id/key/check', async (context) => {
    const { key } = await parseBody(context, keySchema)
    return context.json(await app.checkProviderKey({ providerId: context.req.param('id'), key }))
  })
  routes.delete('/:id/key', async (context) => {
    return context.json(await app.forgetProviderKey({ providerId: context.req.param('id') }))
  })
  return routes
}

/** Keys for programs. Each is shown once, when it is made. */
function apiKeyRoutes({ app }: ApiOptions): Hono {
  const routes = new Hono()
  routes.get('/', async (context) => context.json(await app.listApiKeys(undefined)))
  routes.post('/', async (context) =>
    context.json(await app.createApiKey(await parseBody(context, createApiKeySchema)), 201),
  )
  routes.delete('/:id', async (context) =>
    context.json(await app.revokeApiKey({ id: context.req.param('id') })),
  )
  return routes
}

/** The MCP servers of a workspace: what they are, whether they are trusted, and a new start. */
function mcpRoutes({ app, workspaceOf }: ApiOptions): Hono {
  const routes = new Hono()
  const named = (context: Context) => ({
    workspaceId: workspaceOf(context),
    name: context.req.param('name') ?? '',
  })
  routes.get('/', async (context) =>
    context.json(await app.listMcpServers({ workspaceId: workspaceOf(context) })),
  )
  routes.put('/:name', async (context) => {
    const { entry } = await parseBody(context, mcpEntrySchema)
    return context.json(await app.writeMcpServer({ ...named(context), entry }))
  })
  routes.delete('/:name', async (context) =>
    context.json(await app.writeMcpServer({ ...named(context), entry: null })),
  )
  routes.post('/:name/try', async (context) => {
    const { entry } = await parseBody(context, mcpEntrySchema)
    return context.json(await app.tryMcpServer({ ...named(context), entry }))
  })
  routes.post('/:name/trust', async (context) => {
    const body = await parseBody(context, trustSchema)
    return context.json(await app.trustMcpServer({ ...body, ...named(context) }))
  })
  routes.post('/:name/sign-in', async (context) => {
    await parseBody(context, emptySchema)
    return context.json(await app.signInToMcpServer(named(context)))
  })
  routes.post('/:name/reconnect', async (context) => {
    await parseBody(context, emptySchema)
    return context.json(await app.reconnectMcpServer(named(context)))
  })
  return routes
}

/** Which workspaces there are, and how a folder of this machine becomes one, or one is made in the database. */
function workspacesRoutes({ app, workspaceOf }: ApiOptions): Hono {
  const routes = new Hono()
  routes.get('/', async (context) => context.json(await app.listWorkspaces(undefined)))
  routes.post('/', async (context) => {
    const wanted = await parseBody(context, openWorkspaceSchema)
    const opened = wanted.kind === 'database' ? app.createWorkspace(wanted) : app.openWorkspace(wanted)
    return context.json(await opened, 201)
  })
  routes.delete('/:workspace', async (context) => {
    await app.removeWorkspace({ workspaceId: workspaceOf(context) })
    return context.body(null, 204)
  })
  return routes
}

/** Folders of this machine, for choosing one. */
function folderRoutes({ app }: { readonly app: App }): Hono {
  const routes = new Hono()
  routes.get('/', async (context) => {
    const { path } = parseQuery(context, foldersQuery)
    return context.json(await app.browseFolders({ path }))
  })
  return routes
}

/** What is done with the answers of one chat. */
function chatAnswerRoutes({ app, chatOf }: ApiOptions): Hono {
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

/** The files of a workspace, to be read. */
function fileRoutes({ app, workspaceOf }: ApiOptions): Hono {
  const routes = new Hono()
  routes.get('/', async (context) => context.json(await app.listFiles({ workspaceId: workspaceOf(context) })))
  routes.get('/recent', async (context) =>
    context.json(await app.listRecentFiles({ workspaceId: workspaceOf(context) })),
  )
  routes.get('/content', async (context) => {
    return context.json(
      await app.readFile({ workspaceId: workspaceOf(context), ...parseQuery(context, pathQuery) }),
    )
  })
  routes.get('/related', async (context) => {
    return context.json(
      await app.findRelated({ workspaceId: workspaceOf(context), ...parseQuery(context, pathQuery) }),
    )
  })
  routes.get('/download', async (context) => {
    const { path } = parseQuery(context, pathQuery)
    const bytes = await app.downloadFile({ workspaceId: workspaceOf(context), path })
    const name = encodeURIComponent(path.slice(path.lastIndexOf('/') + 1)).replaceAll("'", '%27')
    return context.body(bytes, 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${name}`,
      'Cache-Control': 'private, no-cache',
    })
  })
  routes.get('/picture', async (context) => {
    const picture = await app.readPicture({
      workspaceId: workspaceOf(context),
      ...parseQuery(context, pathQuery),
    })
    // Whatever the file holds, a browser shows it as this picture or not at all.
    return context.body(picture.bytes, 200, {
      'Content-Type': picture.mediaType,
      'Content-Disposition': 'inline',
      // A drawing may hold scripts and addresses: opened by itself it can do nothing with them.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cache-Control': 'private, no-cache',
    })
  })
  return routes
}

/** The index: status and actions. */
function indexRoutes({ app, workspaceOf, report }: ApiOptions): Hono {
  const routes = new Hono()
  routes.post('/', async (context) => {
    const { action } = await parseBody(context, indexActionSchema)
    return context.json(await app.controlIndex({ workspaceId: workspaceOf(context), action }))
  })
  routes.put('/embeddings', async (context) => {
    const { embeddings } = await parseBody(context, embeddingsSchema)
    return context.json(await app.setEmbeddings({ workspaceId: workspaceOf(context), embeddings }))
  })
  routes.get('/events', async (context) => {
    const leaving = new AbortController()
    const statuses = await app.watchIndex({ workspaceId: workspaceOf(context), signal: leaving.signal })
    return sendEvents(context, indexBlocks(statuses), {
      heartbeat: ALIVE,
      onLeave: () => leaving.abort(),
      report,
    })
  })
  routes.get('/statistics', async (context) =>
    context.json(await app.showStatistics({ workspaceId: workspaceOf(context) })),
  )
  return routes
}

async function* indexBlocks(statuses: AsyncIterable<IndexView>): AsyncGenerator<string> {
  for await (const status of statuses) yield `data: ${JSON.stringify(status)}\n\n`
}
