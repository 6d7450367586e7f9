import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, openApp, type ProviderSurroundings } from '@varve/app'
import type { Hono } from 'hono'
import type { AnswerEvent, TurnView } from '@varve/contract'
import { cookieName, Sessions } from '../access/session.ts'
import { createServer } from '../create-server.ts'

export interface TestServer {
  readonly app: App
  readonly server: Hono
  readonly sessions: Sessions
  /** The same app, for someone of another workspace. */
  readonly callAsOther: TestServer['call']
  readonly workspaceId: string
  readonly page: string
  /** Holds everything that is stored. */
  readonly base: string
  /** What was written where no one waits for an answer. */
  readonly reports: readonly string[]
  /** Puts a file into the workspace. */
  readonly write: (path: string, content: string) => void
  /** A request as the page makes it: right host, the cookie and the page's key, JSON. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Response>
  readonly close: () => Promise<void>
}

export interface CallOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export const PORT = 4747

/** A server on a real database and folder, without a socket; on the data of an earlier one where its base is given. */
export async function testServer(
  providers?: ProviderSurroundings,
  base = mkdtempSync(join(tmpdir(), 'varve-server-')),
): Promise<TestServer> {
  const vault = join(base, 'vault')
  const page = join(base, 'page')
  for (const folder of [vault, join(page, 'assets')]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(vault, 'plan.md'), '# Plan\n\nThe launch is on 12 December.\n')
  writeFileSync(join(base, 'secret.md'), 'secret')
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>Varve</title>')
  writeFileSync(join(page, 'assets', 'page-1.js'), 'export {}')
  writeFileSync(join(page, '.built-from'), 'hidden')
  const reports: string[] = []
  const report = (message: string): void => void reports.push(message)
  const { app, workspaceId } = await openApp({
    database: join(base, 'varve.db'),
    dataFolder: base,
    demo: { vault, name: 'Demo' },
    clock: { now: Date.now },
    newId: randomUUID,
    report,
    providers,
    masterKey: { folder: join(base, 'config') },
  })
  const sessions = new Sessions(Date.now)
  const options = { app, page, sessions, port: PORT, report }
  const server = createServer({ ...options, workspaceId })
  const other = createServer({ ...options, workspaceId: 'other' })
  return {
    app,
    server,
    sessions,
    workspaceId,
    page,
    base,
    reports,
    write: (path, content) => writeFileSync(join(base, 'workspaces', workspaceId, path), content),
    call: signedIn(server, sessions),
    callAsOther: signedIn(other, sessions),
    close: async () => {
      await app.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

function signedIn(server: Hono, sessions: Sessions): TestServer['call'] {
  const opened = sessions.redeem(sessions.newLink())
  const cookie = `${cookieName(PORT)}=${opened?.cookie}`
  return (method, path, { body, headers } = {}) =>
    request(server, method, path.startsWith('/api') ? `/s/${opened?.pageKey}${path}` : path, {
      body,
      headers: { cookie, ...headers },
    })
}

/** A request to the server without a session. */
export async function request(
  server: Hono,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Response> {
  const { body, headers } = options
  return server.request(`http://127.0.0.1:${PORT}${path}`, {
    method,
    headers: {
      host: `127.0.0.1:${PORT}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

export interface ParsedEvent {
  readonly id: number
  readonly event: AnswerEvent
}

/** The turn that a finished stream ends with. */
export function turnOf(events: readonly ParsedEvent[]): TurnView {
  const last = events.at(-1)?.event
  if (!last || !('turn' in last)) throw new Error('The stream has not ended.')
  return last.turn
}

export function textOf(events: readonly ParsedEvent[]): string {
  return events.map(({ event }) => (event.kind === 'text' ? event.delta : '')).join('')
}

/** The events of a stream, by number. */
export function parseEvents(text: string): readonly ParsedEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block) => ({
      id: Number(/^id: (\d+)(?:-\d+)?$/m.exec(block)?.[1]),
      event: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null') as AnswerEvent,
    }))
}
