import type { App } from '@varve/app'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { apiRoutes } from './routes/api-routes.ts'
import { bodyLimitAt } from './access/body-limits.ts'
import { handleError } from './handle-error.ts'
import { type MetricsAccess, metricsRoute } from './routes/metrics-route.ts'
import { noSuchRoute } from './routes/no-such-route.ts'
import { pageFiles } from './page-files.ts'
import { refuseUnknownQuery } from './access/refuse-unknown-query.ts'
import { sameSiteOnly } from './access/same-site-only.ts'
import { securityHeaders } from './access/security-headers.ts'
import { ServerError } from './server-error.ts'
import { pathWithoutKey, type Sessions, session } from './access/session.ts'

export interface ServerOptions {
  readonly app: App
  /** The workspace that the page shows first. */
  readonly workspaceId: string
  /** The folder of the built page. */
  readonly page: string
  readonly sessions: Sessions
  readonly port: number
  readonly report: (message: string) => void
  /** Without it there is no such address. */
  readonly metrics?: MetricsAccess | undefined
}

/** The whole server as a function from request to response; `listen` gives it a socket. */
export function createServer(options: ServerOptions): Hono {
  const { app, workspaceId, page, sessions, port, report } = options
  const server = new Hono({ getPath: pathWithoutKey })
  server.onError((error, context) => handleError(error, context, report))
  server.notFound((context) =>
    handleError(new ServerError('route-not-found', 'There is nothing at this address.'), context, report),
  )
  server.use(securityHeaders())
  server.use(sameSiteOnly(port))
  // Programs that scrape have no cookie.
  if (options.metrics) server.get('/metrics', metricsRoute(options.metrics))
  server.use(session({ sessions, port }))
  server.use((context, next) => {
    const maxSize = bodyLimitAt(context.req.path)
    return bodyLimit({ maxSize, onError: () => tooLarge(maxSize) })(context, next)
  })
  const api = new Hono().route('/api', apiRoutes({ app, first: workspaceId, sessions, port, report }))
  server.use('/api/*', refuseUnknownQuery)
  server.route('/', api)
  server.all('/api/*', noSuchRoute(api))
  // Each workspace has one address, so that drafts and links belong to it.
  server.get('/', (context) => context.redirect(`/w/${encodeURIComponent(workspaceId)}/`))
  server.get('*', pageFiles(page))
  return server
}

function tooLarge(maximum: number): never {
  throw new ServerError('body-too-large', `The body is larger than ${maximum} bytes.`)
}
