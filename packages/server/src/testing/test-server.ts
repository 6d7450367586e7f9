import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, openApp, type ProviderSurroundings } from '@varve/app'
import type { Hono } from 'hono'
import type { AnswerEvent, TurnView } from '../api-types.ts'
import { createServer } from '../create-server.ts'

export interface TestServer {
  readonly app: App
  readonly server: Hono
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
  /** A request as the page makes it: right host, the session's cookie, JSON. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Response>
  readonly close: () => Promise<void>
}

export interface CallOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const PORT = 4747
export const TOKEN = 'the-token-of-this-run'

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
  const options = { app, page, token: TOKEN, port: PORT, report }
  const server = createServer({ ...options, workspaceId })
  const other = createServer({ ...options, workspaceId: 'other' })
  return {
    app,
    server,
    workspaceId,
    page,
    base,
    reports,
    write: (path, content) => writeFileSync(join(base, 'workspaces', workspaceId, path), content),
    call: await signedIn(server),
    callAsOther: await signedIn(other),
    close: async () => {
      await app.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

async function signedIn(server: Hono): Promise<TestServer['call']> {
  const response = await request(server, 'GET', `/?token=${TOKEN}`)
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return (method, path, { body, headers } = {}) =>
    request(server, method, path, { body, headers: { cookie, ...headers } })
}

/** A request to the server without the page's cookie. */
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
