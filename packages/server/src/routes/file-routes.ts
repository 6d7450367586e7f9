import { Hono } from 'hono'
import type { ApiOptions } from './api-options.ts'
import { parseQuery } from '../reading/parse-query.ts'
import { pathQuery } from '../schemas/query-schemas.ts'

/** The files of a workspace, to be read. */
export function fileRoutes({ app, workspaceOf }: ApiOptions): Hono {
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
