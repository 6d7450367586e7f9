import type { FileChangeInput } from '@varve/app'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import type { ApiOptions } from './api-options.ts'
import { parseBody, parseQuery } from '../reading/parse-body.ts'
import {
  diffQuery,
  type expectationSchema,
  moveFileSchema,
  pathQuery,
  removeFileQuery,
  restoreFileSchema,
  writeFileQuery,
} from '@varve/contract'
import { ServerError } from '../server-error.ts'

/** Changes to the files of a workspace, and what they were before. */
export function fileChangeRoutes({ app, workspaceOf }: ApiOptions): Hono {
  const routes = new Hono()
  const inWorkspace = (context: Context) => ({ workspaceId: workspaceOf(context) })
  routes.put('/content', async (context) => {
    // A form from another page cannot send this type without asking first.
    if (context.req.header('content-type') !== 'application/octet-stream')
      throw new ServerError('body-invalid', 'The body must be application/octet-stream.')
    const { path, expect } = parseQuery(context, writeFileQuery)
    const bytes = new Uint8Array(await context.req.arrayBuffer())
    return context.json(
      await app.writeFile({ ...inWorkspace(context), path, bytes, expected: expectation(expect) }),
    )
  })
  routes.delete('/content', async (context) => {
    const { path, expect } = parseQuery(context, removeFileQuery)
    return context.json(
      await app.removeFile({ ...inWorkspace(context), path, expected: expectation(expect) }),
    )
  })
  routes.post('/move', async (context) => {
    const { path, to, expect } = await parseBody(context, moveFileSchema)
    return context.json(
      await app.moveFile({ ...inWorkspace(context), path, to, expected: expectation(expect) }),
    )
  })
  routes.get('/versions', async (context) =>
    context.json(await app.listVersions({ ...inWorkspace(context), ...parseQuery(context, pathQuery) })),
  )
  routes.get('/diff', async (context) =>
    context.json(await app.diffFile({ ...inWorkspace(context), ...parseQuery(context, diffQuery) })),
  )
  routes.get('/trash', async (context) => context.json(await app.listTrash(inWorkspace(context))))
  routes.post('/restore', async (context) => {
    const { id, as } = await parseBody(context, restoreFileSchema)
    return context.json(await app.restoreFile({ ...inWorkspace(context), id, as }))
  })
  return routes
}

function expectation(given: z.infer<typeof expectationSchema>): NonNullable<FileChangeInput['expected']>
function expectation(given: z.infer<typeof expectationSchema> | undefined): FileChangeInput['expected']
function expectation(given: z.infer<typeof expectationSchema> | undefined): FileChangeInput['expected'] {
  return given === undefined || given === 'absent' ? given : { hash: given }
}
