import type { App } from '@varve/app'
import { Hono } from 'hono'
import { answerRoutes } from './answer-routes.ts'
import { chatRoutes } from './chat-routes.ts'
import { fileRoutes } from './file-routes.ts'
import { modelRoutes } from './model-routes.ts'
import { providerRoutes } from './provider-routes.ts'
import { turnRoutes } from './turn-routes.ts'

export interface ApiOptions {
  readonly app: App
  /** Whose ids these routes accept; those of any other workspace do not exist here. */
  readonly workspaceId: string
}

/** Every route of the API: parse, call the app, respond. */
export function apiRoutes(options: ApiOptions): Hono {
  const { app, workspaceId } = options
  const routes = new Hono()
  routes.get('/workspace', async (context) => context.json(await app.showWorkspace({ workspaceId })))
  routes.route('/models', modelRoutes(options))
  routes.route('/providers', providerRoutes(options))
  routes.route('/files', fileRoutes(options))
  routes.route('/chats', chatRoutes(options))
  routes.route('/chats', turnRoutes(options))
  routes.route('/answers', answerRoutes(options))
  return routes
}
