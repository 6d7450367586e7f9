import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { ServerError } from '../server-error.ts'

/** The routes that parse a query, as Hono has them: each by its own schema. All others take none. */
export const ROUTES_WITH_QUERY: ReadonlySet<string> = new Set([
  'GET /api/folders',
  'GET /api/workspaces/:workspace/answers/:id/events',
  'GET /api/workspaces/:workspace/chats',
  'GET /api/workspaces/:workspace/chats/:id/export',
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
  'GET /api/workspaces/:workspace/files/picture',
  'GET /api/workspaces/:workspace/files/related',
  'GET /api/workspaces/:workspace/files/versions',
  'GET /api/workspaces/:workspace/search',
  'GET /api/workspaces/:workspace/statistics',
  'POST /api/workspaces/:workspace/uploads',
])

/** A name in the query was meant to do something, also where a route knows none at all. */
export const refuseUnknownQuery: MiddlewareHandler = (context, next) => {
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
