import { randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { type App, createSharedServer } from '@varve/app'
import { type Context, Hono } from 'hono'
import { ServerError } from '../server-error.ts'
import { findWorkspace } from './targets.ts'

interface McpOptions {
  readonly app: App
  /** The workspace of the address that names none. */
  readonly first: string
  readonly version: string
  readonly now: () => number
}

/** One assistant at a time; a value has the same placeholder as long as it lasts. */
interface McpSession {
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly workspaceId: string
  /** The API key that began it: no other goes on with it. */
  readonly keyId: string | undefined
  usedAt: number
}

const MOST_SESSIONS = 200
const IDLE_MILLISECONDS = 60 * 60_000

/** A workspace for other assistants, as `varve mcp` gives it: `/mcp`, or `/mcp/` and a workspace. */
export function mcpRoutes({ app, first, version, now }: McpOptions): Hono {
  const sessions = new Map<string, McpSession>()
  const routes = new Hono()
  routes.post('/', (context) => answer(context))
  routes.post('/:workspace', (context) => answer(context))
  routes.delete('/', (context) => answer(context))
  routes.delete('/:workspace', (context) => answer(context))
  routes.all('*', (context) => {
    // Nothing is told unasked, so there is no stream to open.
    context.header('Allow', 'POST, DELETE')
    throw new ServerError('method-not-allowed', 'This address knows only POST and DELETE.')
  })
  return routes

  async function answer(context: Context): Promise<Response> {
    const workspaceId = await findWorkspace(app, first, context.req.param('workspace'))
    const keyId = app.actingKeyId()
    const id = context.req.header('mcp-session-id')
    if (id === undefined) return (await begin(workspaceId, keyId)).transport.handleRequest(context.req.raw)
    const session = sessions.get(id)
    const isOwn = session?.workspaceId === workspaceId && session.keyId === keyId
    if (!isOwn) throw new ServerError('route-not-found', 'There is no such session. Begin another one.')
    session.usedAt = now()
    return session.transport.handleRequest(context.req.raw)
  }

  async function begin(workspaceId: string, keyId: string | undefined): Promise<McpSession> {
    const shared = await app.shareWorkspace({ workspaceId })
    const server = await createSharedServer(shared, { version })
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      onsessioninitialized: (id) => {
        dropUnused()
        sessions.set(id, session)
      },
      onsessionclosed: (id) => void sessions.delete(id),
    })
    const session: McpSession = { transport, workspaceId, keyId, usedAt: now() }
    await server.connect(transport)
    return session
  }

  /** Assistants that left without a word are forgotten after an hour, and the oldest where there are too many. */
  function dropUnused(): void {
    for (const [id, { usedAt, transport }] of [...sessions].sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
      if (sessions.size < MOST_SESSIONS && now() - usedAt < IDLE_MILLISECONDS) return
      sessions.delete(id)
      void transport.close()
    }
  }
}
