import type { App } from '@varve/app'
import { Hono, type HonoRequest } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { apiRoutes } from './api-routes.ts'
import { handleError } from './handle-error.ts'
import { type MetricsAccess, metricsRoute } from './metrics-route.ts'
import { noSuchRoute } from './no-such-route.ts'
import { pageFiles } from './page-files.ts'
import { sameSiteOnly } from './same-site-only.ts'
import { securityHeaders } from './security-headers.ts'
import { ServerError } from './server-error.ts'
import { session } from './session.ts'

export interface ServerOptions {
  readonly app: App
  /** The workspace that the page shows first. */
  readonly workspaceId: string
  /** The folder of the built page. */
  readonly page: string
  readonly token: string
  readonly port: number
  readonly report: (message: string) => void
  /** Without it there is no such address. */
  readonly metrics?: MetricsAccess | undefined
}

const MAXIMUM_BODY = 4 * 1024 * 1024
/** A file that is handed over may be larger than anything that is typed. */
const MAXIMUM_UPLOAD = 64 * 1024 * 1024
/** Years of chats from another program. */
const MAXIMUM_IMPORT = 128 * 1024 * 1024

/** The whole server as a function from request to response; `listen` gives it a socket. */
export function createServer(options: ServerOptions): Hono {
  const { app, workspaceId, page, token, port, report } = options
  const server = new Hono()
  server.onError((error, context) => handleError(error, context, report))
  server.use(securityHeaders())
  server.use(sameSiteOnly(port))
  // Programs that scrape have no cookie.
  if (options.metrics) server.get('/metrics', metricsRoute(options.metrics))
  server.use(session({ token, port }))
  const usual = bodyLimit({ maxSize: MAXIMUM_BODY, onError: () => tooLarge(MAXIMUM_BODY) })
  const upload = bodyLimit({ maxSize: MAXIMUM_UPLOAD, onError: () => tooLarge(MAXIMUM_UPLOAD) })
  const imported = bodyLimit({ maxSize: MAXIMUM_IMPORT, onError: () => tooLarge(MAXIMUM_IMPORT) })
  server.use((context, next) => {
    const { req } = context
    return (isUpload(req) ? upload : isImport(req) ? imported : usual)(context, next)
  })
  const api = new Hono().route('/api', apiRoutes({ app, first: workspaceId, report }))
  server.route('/', api)
  server.all('/api/*', noSuchRoute(api))
  // Each workspace has one address, so that drafts and links belong to it.
  server.get('/', (context) => context.redirect(`/w/${encodeURIComponent(workspaceId)}/`))
  server.route('/', pageFiles(page))
  return server
}

/** A file for a chat, or one for the workspace itself. */
function isUpload({ method, path }: HonoRequest): boolean {
  if (method === 'PUT') return /^\/api\/workspaces\/[^/]+\/files\/content$/.test(path)
  return /^\/api\/workspaces\/[^/]+\/uploads$/.test(path)
}

function isImport({ path }: HonoRequest): boolean {
  return /^\/api\/workspaces\/[^/]+\/chats\/import$/.test(path)
}

function tooLarge(maximum: number): never {
  throw new ServerError('body-too-large', `The body is larger than ${maximum} bytes.`)
}
