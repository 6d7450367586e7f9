import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type App, AppError } from '@varve/app'
import { type Context, type Handler, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { matchedRoutes } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { apiRoutes } from './routes/api-routes.ts'
import { anthropicError } from './compatible/anthropic-messages.ts'
import { openAiError } from './compatible/openai-errors.ts'
import { mcpRoutes } from './compatible/mcp-routes.ts'
import { v1Routes } from './compatible/v1-routes.ts'
import { serverVersion } from './openapi/build-openapi.ts'
import { bodyLimitAt } from './access/body-limits.ts'
import { DIAGRAM_HEADERS, securityHeaders } from './access/security-headers.ts'
import { type MetricsAccess, metricsRoute } from './routes/metrics-route.ts'
import { ServerError } from './server-error.ts'
import { type Place, Places, Reach } from './access/reach.ts'
import { isPlace, pathWithoutKey, session, type Sessions } from './access/session.ts'
import type { ProblemView } from '@varve/contract'
import { ERROR_STATUS } from './error-status.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}

/** The routes that parse a query, as Hono has them: each by its own schema. All others take none. */
export const ROUTES_WITH_QUERY: ReadonlySet<string> = new Set([
  'GET /api/folders',
  'GET /api/workspaces/:workspace/answers/:id/events',
  'GET /api/workspaces/:workspace/chats',
  'GET /api/workspaces/:workspace/chats/:id/export',
  'GET /api/workspaces/:workspace/chats/:id/questions',
  'GET /api/workspaces/:workspace/chats/:id/turns',
  'GET /api/workspaces/:workspace/chats/:id/turns/:turn/compare',
  'GET /api/workspaces/:workspace/chats/:id/turns/:turn/inspection',
  'GET /api/workspaces/:workspace/chats/:id/turns/:turn/received',
  'GET /api/workspaces/:workspace/chats/:id/turns/:turn/source',
  'GET /api/workspaces/:workspace/chats/:id/turns/:turn/trace',
  'GET /api/workspaces/:workspace/chats/search',
  'POST /api/workspaces/:workspace/chats/import',
  'GET /api/workspaces/:workspace/definitions',
  'DELETE /api/workspaces/:workspace/definitions/:kind/:name',
  'GET /api/workspaces/:workspace/files/content',
  'PUT /api/workspaces/:workspace/files/content',
  'DELETE /api/workspaces/:workspace/files/content',
  'GET /api/workspaces/:workspace/files/diff',
  'GET /api/workspaces/:workspace/files/download',
  'GET /api/workspaces/:workspace/files/picture',
  'GET /api/workspaces/:workspace/files/related',
  'GET /api/workspaces/:workspace/files/versions',
  'GET /api/workspaces/:workspace/search',
  'GET /api/workspaces/:workspace/statistics',
  'POST /api/workspaces/:workspace/uploads',
])

/** A name in the query was meant to do something, also where a route knows none at all. */
const refuseUnknownQuery: MiddlewareHandler = (context, next) => {
  const names = Object.keys(context.req.query())
  // Where nothing has this address, that is what is wrong.
  const route = matchedRoutes(context).find(({ method }) => method !== 'ALL')
  if (names.length > 0 && route && !ROUTES_WITH_QUERY.has(`${route.method} ${route.path}`))
    throw new ServerError(
      'body-invalid',
      `This address takes no query, and knows no "${names.join('", "')}".`,
    )
  return next()
}

export interface ServerOptions {
  readonly app: App
  /** The workspace that the page shows first. */
  readonly workspaceId: string
  /** The folder of the built page. */
  readonly page: string
  readonly sessions: Sessions
  readonly port: number
  /** Without one, this machine only. */
  readonly reach?: Reach | undefined
  readonly report: (message: string) => void
  /** Without it there is no such address. */
  readonly metrics?: MetricsAccess | undefined
}

/** The whole server as a function from request to response; `listen` gives it a socket. */
export function createServer(options: ServerOptions): Hono {
  const { app, workspaceId, page, sessions, port, report } = options
  const places = new Places(options.reach ?? new Reach(), port)
  const server = new Hono({ getPath: (request, given) => pathWithoutKey(places, request, given?.env) })
  const files = pageFiles(page, places)
  server.onError((error, context) => handleError(error, context, { report, files }))
  server.notFound((context) =>
    handleError(new ServerError('route-not-found', 'There is nothing at this address.'), context, {
      report,
      files,
    }),
  )
  server.use(securityHeaders())
  server.use(sameSiteOnly(places))
  // Programs that scrape have no cookie.
  if (options.metrics) server.get('/metrics', metricsRoute(options.metrics))
  // The same for everyone, and with nothing of anyone: links in errors lead there, from wherever they are read.
  server.get('/api/docs', refuseUnknownQuery, docsRoute(places.main.origin + places.main.base))
  // Before anyone is known: what is sent to sign in is read as well.
  server.use((context, next) => {
    const maxSize = bodyLimitAt(context.req.path)
    return bodyLimit({ maxSize, onError: () => tooLarge(maxSize) })(context, next)
  })
  server.use(session({ app, sessions, places, port }))
  const api = new Hono().route('/api', apiRoutes({ app, first: workspaceId, sessions, places, report }))
  server.use('/api/*', refuseUnknownQuery)
  server.route('/', api)
  server.all('/api/*', noSuchRoute(api))
  server.route('/v1', v1Routes({ app, first: workspaceId, report }))
  server.route('/mcp', mcpRoutes({ app, first: workspaceId, version: serverVersion(), now: Date.now }))
  server.get('*', (context) => files(context, 200) ?? context.notFound())
  return server
}

/** Built when it is first read. */
function docsRoute(address: string): Handler {
  let building: Promise<{ readonly html: string; readonly policy: string }> | undefined
  return async (context) => {
    building ??= import('./openapi/docs-page.ts').then(({ buildDocsPage }) => buildDocsPage(address))
    const { html, policy } = await building
    return context.html(html, 200, { 'Content-Security-Policy': policy })
  }
}

function tooLarge(maximum: number): never {
  throw new ServerError('body-too-large', `The body is larger than ${maximum} bytes.`)
}

/** For what no route of the API has taken: where its address knows other methods, they are named. */
function noSuchRoute({ routes }: Hono): Handler {
  return (context) => {
    const { path, method } = context.req
    const here = routes.filter((route) => isAt(path, route.path)).map((route) => route.method)
    if (here.length === 0) throw new ServerError('route-not-found', 'There is no such route.')
    // Who may read may also ask without the body.
    const allowed = [...new Set(here.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])))]
    const names = allowed.toSorted().join(', ')
    context.header('Allow', names)
    throw new ServerError('method-not-allowed', `This address knows no ${method}, only ${names}.`)
  }
}

function isAt(path: string, pattern: string): boolean {
  const [given, parts] = [path.split('/'), pattern.split('/')]
  return (
    given.length === parts.length &&
    parts.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  )
}

/** Answers with the error's message for people; an unexpected error reveals nothing internal. */
function handleError(
  error: Error,
  context: Context,
  { report, files }: { readonly report: (message: string) => void; readonly files: PageFiles },
): Response {
  const isOurs = error instanceof AppError || error instanceof ServerError
  const code = isOurs ? error.code : 'failed'
  const message = isOurs ? error.message : 'Something went wrong in Varve.'
  if (code === 'failed') report(error.stack ?? error.message)
  const status = ERROR_STATUS[code]
  if (context.req.method === 'GET' && isPlace(context.req.path))
    // Someone typed the address into a browser: JSON would be of no use to them.
    return (code === 'unauthorized' && files(context, status)) || context.text(message, status)
  const { details, guard, passages } = error instanceof AppError ? error : {}
  const problem: ProblemView = {
    type: `/api/docs#${code}`,
    title: titleOf(code),
    status,
    detail: message,
    code,
    ...(details ? { overBudget: details } : {}),
    ...(guard ? { guard } : {}),
    ...(passages ? { passages } : {}),
  }
  if (!/^\/v1(?:\/|$)/.test(context.req.path))
    return context.body(JSON.stringify(problem), status, { 'Content-Type': 'application/problem+json' })
  const isAnthropic =
    /^\/v1\/messages(?:\/|$)/.test(context.req.path) || context.req.header('anthropic-version') !== undefined
  const refusal = isAnthropic ? anthropicError(problem) : openAiError(problem)
  return context.json(refusal.body, refusal.status as ContentfulStatusCode)
}

/** `chat-not-found`: "Chat not found". */
function titleOf(code: string): string {
  return code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ')
}

/**
 * The built page. Its files are listed once, and only a name on that list is served: there is no path
 * from a request to the disk.
 */
function pageFiles(folder: string, places: Places): PageFiles {
  const names = new Set(listFiles(folder, ''))
  return (context, status) => {
    const { path } = context.req
    const file = isPlace(path) ? 'index.html' : path.slice(1)
    if (!names.has(file)) return undefined
    if (file === 'index.html') return context.html(startPage(folder, places.of(context)), status, NOT_KEPT)
    const packed = packedForm(names, file, context.req.header('accept-encoding') ?? '')
    return context.body(readFileSync(join(folder, packed?.name ?? file)), status, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Cache-Control': caching(file),
      Vary: 'Accept-Encoding',
      ...(packed ? { 'Content-Encoding': packed.encoding } : {}),
      ...(file === 'diagram.html' ? DIAGRAM_HEADERS : {}),
    })
  }
}

const NOT_KEPT = { 'Cache-Control': 'no-cache' }

/** The first file is served at several paths, so what it refers to is named from the root of its place. */
function startPage(folder: string, { base }: Place): string {
  return readFileSync(join(folder, 'index.html'), 'utf8').replaceAll(
    /(?<=\b(?:href|src)=")\.?\//g,
    `${base}/`,
  )
}

/** A file of the page; undefined where it has none of that name. */
type PageFiles = (context: Context, status: ContentfulStatusCode) => Response | undefined

/** The build leaves a compressed copy beside each file that gains by it. */
function packedForm(names: ReadonlySet<string>, file: string, accepted: string) {
  const forms = [
    { encoding: 'br', name: `${file}.br` },
    { encoding: 'gzip', name: `${file}.gz` },
  ] as const
  return forms.find(({ encoding, name }) => names.has(name) && new RegExp(`\\b${encoding}\\b`).test(accepted))
}

/** Names in `assets` hold a hash of their content. */
function caching(file: string): string {
  return file.startsWith('assets/') ? 'private, max-age=31536000, immutable' : 'no-cache'
}

function listFiles(folder: string, prefix: string): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.')) return []
    const name = `${prefix}${entry.name}`
    return entry.isDirectory() ? listFiles(folder, `${name}/`) : [name]
  })
}

/**
 * Lets through only what asks for this very server by a name of its own and, where a browser says from where, comes
 * from its own page. The first stops a foreign name that resolves to this machine; the second stops other
 * pages, also those on other ports of this machine, which count as the same site.
 */
function sameSiteOnly(places: Places): MiddlewareHandler {
  return async (context, next) => {
    const place = places.find(context.req.raw, context.env)
    if (!place)
      throw new ServerError(
        'host-refused',
        'Varve doesn’t answer to that name. To allow a name, start it with --allow-host.',
      )
    const origin = context.req.header('origin')
    if (origin !== undefined && origin !== place.origin)
      throw new ServerError(
        'origin-refused',
        'Varve answers only its own page. A proxy must pass on the Host header.',
      )
    const site = context.req.header('sec-fetch-site')
    const isNavigation = context.req.header('sec-fetch-mode') === 'navigate' && context.req.method === 'GET'
    if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation)
      throw new ServerError('origin-refused', 'Varve answers only its own page.')
    if (place.base !== '' && context.req.path === place.base) return context.redirect(`${place.base}/`, 308)
    return next()
  }
}
