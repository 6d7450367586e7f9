import { Hono } from 'hono'
import type { ApiOptions } from './api-options.ts'
import { parseQuery } from '../reading/parse-query.ts'
import { searchQuery } from '../schemas/query-schemas.ts'
import { ServerError } from '../server-error.ts'

/** Search, tags, and what lies near a note. */
export function searchRoutes({ app, workspaceOf }: ApiOptions): Hono {
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
