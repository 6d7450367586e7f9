import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { ApiOptions } from './api-options.ts'
import { parseBody } from '../reading/parse-body.ts'
import { embeddingsSchema, indexActionSchema } from '../schemas/schemas.ts'

/** So often the page hears that the server is alive: it notices within seconds when that is no longer so. */
const ALIVE_MILLISECONDS = 2_000

/** What the index is doing, and ways to make it do something else. */
export function indexRoutes({ app, workspaceOf }: ApiOptions): Hono {
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
    context.header('X-Accel-Buffering', 'no')
    return streamSSE(context, async (stream) => {
      stream.onAbort(() => leaving.abort())
      const alive = setInterval(() => void stream.write('event: alive\ndata: 1\n\n'), ALIVE_MILLISECONDS)
      try {
        for await (const status of statuses) await stream.writeSSE({ data: JSON.stringify(status) })
      } finally {
        clearInterval(alive)
      }
    })
  })
  routes.get('/statistics', async (context) =>
    context.json(await app.showStatistics({ workspaceId: workspaceOf(context) })),
  )
  return routes
}
