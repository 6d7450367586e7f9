import { requireUploadSize } from '@varve/app'
import { Hono } from 'hono'
import type { ApiOptions } from './api-options.ts'
import { parseQuery } from '../reading/parse-query.ts'
import { uploadQuery } from '../schemas/query-schemas.ts'
import { ServerError } from '../server-error.ts'

/** Files from outside a workspace, as by paste or drop: the body is the file, the query names it. */
export function uploadRoutes({ app, workspaceOf }: ApiOptions): Hono {
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
