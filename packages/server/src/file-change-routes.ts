import type { FileChangeInput } from '@varve/app'
import { type Context, Hono } from 'hono'
import type { ApiOptions } from './api-routes.ts'
import { parseBody } from './parse-body.ts'
import { requirePath } from './route-input.ts'
import { hashSchema, moveFileSchema, restoreFileSchema } from './schemas.ts'
import { ServerError } from './server-error.ts'

/** Changes to the files of a workspace, and what they were before. */
export function fileChangeRoutes({ app, workspaceOf }: ApiOptions): Hono {
  const routes = new Hono()
  const inWorkspace = (context: Context) => ({ workspaceId: workspaceOf(context) })
  const atPath = (context: Context) => ({ ...inWorkspace(context), path: requirePath(context) })
  routes.put('/content', async (context) => {
    // A form from another page cannot send this type without asking first.
    if (context.req.header('content-type') !== 'application/octet-stream')
      throw new ServerError('body-invalid', 'The body must be application/octet-stream.')
    const expected = expectation(context.req.query('expect'))
    // What nobody has looked at is not overwritten.
    if (expected === undefined)
      throw new ServerError('body-invalid', 'The query needs the hash that is expected, or "absent".')
    const bytes = new Uint8Array(await context.req.arrayBuffer())
    return context.json(await app.writeFile({ ...atPath(context), bytes, expected }))
  })
  routes.delete('/content', async (context) => {
    const expected = expectation(context.req.query('expect'))
    return context.json(await app.removeFile({ ...atPath(context), expected }))
  })
  routes.post('/move', async (context) => {
    const { path, to, expect } = await parseBody(context, moveFileSchema)
    return context.json(
      await app.moveFile({ ...inWorkspace(context), path, to, expected: expectation(expect) }),
    )
  })
  routes.get('/versions', async (context) => context.json(await app.listVersions(atPath(context))))
  routes.get('/diff', async (context) => {
    const versions = { from: context.req.query('from'), to: context.req.query('to') }
    return context.json(await app.diffFile({ ...atPath(context), ...versions }))
  })
  routes.get('/trash', async (context) => context.json(await app.listTrash(inWorkspace(context))))
  routes.post('/restore', async (context) => {
    const { id, as } = await parseBody(context, restoreFileSchema)
    return context.json(await app.restoreFile({ ...inWorkspace(context), id, as }))
  })
  return routes
}

function expectation(given: string | undefined): FileChangeInput['expected'] {
  if (given === undefined || given === 'absent') return given
  const hash = hashSchema.safeParse(given)
  if (!hash.success) throw new ServerError('body-invalid', 'What is expected is a SHA-256, or "absent".')
  return { hash: hash.data }
}
