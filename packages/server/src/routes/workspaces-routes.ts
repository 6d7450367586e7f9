import type { App } from '@varve/app'
import { Hono } from 'hono'
import type { ApiOptions } from './api-options.ts'
import { parseBody } from '../reading/parse-body.ts'
import { parseQuery } from '../reading/parse-query.ts'
import { foldersQuery } from '../schemas/query-schemas.ts'
import { openWorkspaceSchema } from '../schemas/schemas.ts'

/** Which workspaces there are, and how a folder of this machine becomes one, or one is made in the database. */
export function workspacesRoutes({ app, workspaceOf }: ApiOptions): Hono {
  const routes = new Hono()
  routes.get('/', async (context) => context.json(await app.listWorkspaces(undefined)))
  routes.post('/', async (context) => {
    const wanted = await parseBody(context, openWorkspaceSchema)
    const opened = wanted.kind === 'database' ? app.createWorkspace(wanted) : app.openWorkspace(wanted)
    return context.json(await opened, 201)
  })
  routes.delete('/:workspace', async (context) => {
    await app.removeWorkspace({ workspaceId: workspaceOf(context) })
    return context.body(null, 204)
  })
  return routes
}

/** Folders of this machine, for choosing one. */
export function folderRoutes({ app }: { readonly app: App }): Hono {
  const routes = new Hono()
  routes.get('/', async (context) => {
    const { path } = parseQuery(context, foldersQuery)
    return context.json(await app.browseFolders({ path }))
  })
  return routes
}
