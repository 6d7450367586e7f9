import { generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { NewApiKeyView } from '@varve/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KnownBrowsers, signedText } from './access/browsers.ts'
import { LINK_MINUTES, Sessions } from './access/session.ts'
import { PORT, request, type TestServer, testServer } from './testing/test-server.ts'

let it: TestServer

beforeAll(async () => {
  it = await testServer()
})

afterAll(() => it.close())

/** A sound body for each route that takes one. A route that is missing here fails the matrix. */
const ROWS: Readonly<Record<string, unknown>> = {
  'GET /api/openapi.json': undefined,
  'POST /api/sign-in-links': {},
  'POST /api/browsers': { publicKey: { x: 'A'.repeat(43), y: 'A'.repeat(43) } },
  'DELETE /api/browsers': undefined,
  'POST /api/workspaces/:workspace/ask': { text: 'x' },
  'POST /api/workspaces/:workspace/ask-again': { kind: 'regenerate', chatId: 'x' },
  'GET /api/workspaces/:workspace': undefined,
  'PATCH /api/workspaces/:workspace/settings': { chatFiles: 'on' },
  'GET /v1/models': undefined,
  'GET /v1/models/:name{.+}': undefined,
  'POST /v1/chat/completions': { model: 'varve/demo', messages: [{ role: 'user', content: 'x' }] },
  'POST /v1/responses': { model: 'varve/demo', input: 'x' },
  'POST /v1/messages': { model: 'varve/demo', max_tokens: 9, messages: [{ role: 'user', content: 'x' }] },
  'POST /v1/messages/count_tokens': { model: 'varve/demo', messages: [{ role: 'user', content: 'x' }] },
  'POST /v1/embeddings': { model: 'none', input: 'x' },
  'GET /api/api-keys': undefined,
  'POST /api/api-keys': { name: 'x' },
  'DELETE /api/api-keys/:id': undefined,
  'GET /api/settings': undefined,
  'PATCH /api/settings': {},
  'POST /api/settings/web-search/try': { address: 'http://127.0.0.1:9' },
  'GET /api/models': undefined,
  'POST /api/models/refresh': {},
  'POST /api/models': { address: 'http://127.0.0.1:9/v1', model: 'x' },
  'POST /api/models/endpoint': { address: 'http://127.0.0.1:9/v1' },
  'DELETE /api/models/:model': undefined,
  'GET /api/local-models': undefined,
  'POST /api/local-models/downloads': { model: 'none' },
  'POST /api/local-models/downloads/:id/pause': {},
  'POST /api/local-models/downloads/:id/resume': {},
  'DELETE /api/local-models/downloads/:id': undefined,
  'POST /api/local-models/files': { path: '/nowhere.gguf' },
  'PATCH /api/local-models/settings': {},
  'POST /api/local-models/runtime': {},
  'DELETE /api/local-models/:id': undefined,
  'GET /api/providers': undefined,
  'PUT /api/providers/:id/key': { key: 'x' },
  'POST /api/providers/:id/key/check': { key: 'x' },
  'DELETE /api/providers/:id/key': undefined,
  'GET /api/workspaces/:workspace/files': undefined,
  'GET /api/workspaces/:workspace/files/content': undefined,
  'GET /api/workspaces/:workspace/files/download': undefined,
  'GET /api/workspaces/:workspace/files/recent': undefined,
  'GET /api/workspaces/:workspace/files/related': undefined,
  'GET /api/workspaces/:workspace/files/picture': undefined,
  'PUT /api/workspaces/:workspace/files/content': 'bytes',
  'DELETE /api/workspaces/:workspace/files/content': undefined,
  'POST /api/workspaces/:workspace/files/move': { path: 'a.md', to: 'b.md' },
  'GET /api/workspaces/:workspace/files/versions': undefined,
  'GET /api/workspaces/:workspace/files/diff': undefined,
  'GET /api/workspaces/:workspace/files/trash': undefined,
  'POST /api/workspaces/:workspace/files/restore': { id: 'x' },
  'GET /api/workspaces/:workspace/search': undefined,
  'GET /api/workspaces/:workspace/statistics': undefined,
  'GET /api/workspaces/:workspace/tags': undefined,
  'POST /api/workspaces/:workspace/uploads': 'bytes',
  'POST /api/workspaces/:workspace/index': { action: 'refresh' },
  'GET /api/workspaces/:workspace/index/events': undefined,
  'GET /api/workspaces/:workspace/index/statistics': undefined,
  'GET /api/workspaces': undefined,
  'POST /api/workspaces': { root: '/nowhere' },
  'GET /api/folders': undefined,
  'DELETE /api/workspaces/:workspace': undefined,
  'PUT /api/workspaces/:workspace/index/embeddings': { embeddings: 'off' },
  'GET /api/workspaces/:workspace/chats': undefined,
  'POST /api/workspaces/:workspace/chats': {},
  'GET /api/workspaces/:workspace/chats/search': undefined,
  'POST /api/workspaces/:workspace/chats/import': 'bytes',
  'GET /api/workspaces/:workspace/chats/unlisted': undefined,
  'POST /api/workspaces/:workspace/chats/reindex': {},
  'GET /api/workspaces/:workspace/chats/:id/export': undefined,
  'GET /api/workspaces/:workspace/chats/:id/questions': undefined,
  'GET /api/workspaces/:workspace/chats/:id/trace': undefined,
  'DELETE /api/workspaces/:workspace/chats/:id/trace': undefined,
  'POST /api/workspaces/:workspace/chats/:id/title': {},
  'GET /api/workspaces/:workspace/chats/:id': undefined,
  'PATCH /api/workspaces/:workspace/chats/:id': { title: 'x' },
  'DELETE /api/workspaces/:workspace/chats/:id': undefined,
  'PATCH /api/workspaces/:workspace/chats/:id/settings': {},
  'POST /api/workspaces/:workspace/chats/:id/turns': { text: 'x', attach: [] },
  'POST /api/workspaces/:workspace/chats/:id/restore': {},
  'POST /api/workspaces/:workspace/chats/:id/erase': {},
  'POST /api/workspaces/:workspace/chats/:id/fork': { turnId: 'x' },
  'GET /api/workspaces/:workspace/chats/:id/turns': undefined,
  'POST /api/workspaces/:workspace/chats/:id/turns/:turn/edit': { text: 'x' },
  'POST /api/workspaces/:workspace/chats/:id/turns/:turn/regenerate': {},
  'GET /api/workspaces/:workspace/chats/:id/turns/:turn/compare': undefined,
  'POST /api/workspaces/:workspace/chats/:id/turns/:turn/compare': { modelId: 'x' },
  'POST /api/workspaces/:workspace/chats/:id/turns/:turn/show': {},
  'POST /api/workspaces/:workspace/chats/:id/answers/:answer/choose': {},
  'POST /api/workspaces/:workspace/chats/:id/answers/:answer/save': { path: 'x', how: 'new' },
  'GET /api/workspaces/:workspace/guard': undefined,
  'PUT /api/workspaces/:workspace/guard': { policy: {} },
  'POST /api/workspaces/:workspace/guard/try': { rule: { name: 'x', text: 'xyz' }, sample: 'x' },
  'GET /api/workspaces/:workspace/guard/audit': undefined,
  'GET /api/workspaces/:workspace/tool-rules': undefined,
  'PUT /api/workspaces/:workspace/tool-rules': { rules: [] },
  'GET /api/workspaces/:workspace/areas': undefined,
  'POST /api/workspaces/:workspace/areas/detect': { text: 'x' },
  'GET /api/workspaces/:workspace/definitions': undefined,
  'GET /api/workspaces/:workspace/definitions/:kind/:name': undefined,
  'PUT /api/workspaces/:workspace/definitions/:kind/:name': { content: 'x' },
  'DELETE /api/workspaces/:workspace/definitions/:kind/:name': undefined,
  'POST /api/workspaces/:workspace/definitions/:kind/:name/check': { content: 'x' },
  'POST /api/workspaces/:workspace/definitions/:kind/:name/trust': { hash: 'x' },
  'GET /api/workspaces/:workspace/instructions': undefined,
  'POST /api/workspaces/:workspace/instructions/trust': { path: 'x' },
  'POST /api/workspaces/:workspace/templates/:name/fill': {},
  'POST /api/workspaces/:workspace/composer': { text: 'x' },
  'GET /api/workspaces/:workspace/mcp': undefined,
  'PUT /api/workspaces/:workspace/mcp/:name': { entry: { command: 'x' } },
  'DELETE /api/workspaces/:workspace/mcp/:name': undefined,
  'POST /api/workspaces/:workspace/mcp/:name/try': { entry: { command: 'x' } },
  'POST /api/workspaces/:workspace/mcp/:name/trust': { hash: 'x' },
  'POST /api/workspaces/:workspace/mcp/:name/sign-in': {},
  'POST /api/workspaces/:workspace/mcp/:name/reconnect': {},
  'GET /api/workspaces/:workspace/memory': undefined,
  'PUT /api/workspaces/:workspace/memory': { content: 'x' },
  'POST /api/workspaces/:workspace/chats/:id/answers/:answer/continue': {},
  'GET /api/workspaces/:workspace/chats/:id/turns/:turn/inspection': undefined,
  'GET /api/workspaces/:workspace/chats/:id/turns/:turn/trace': undefined,
  'GET /api/workspaces/:workspace/chats/:id/turns/:turn/received': undefined,
  'GET /api/workspaces/:workspace/chats/:id/side-calls/:sidecall': undefined,
  'GET /api/workspaces/:workspace/chats/:id/turns/:turn/source': undefined,
  'POST /api/workspaces/:workspace/chats/:id/forecast': { text: 'x', attach: [] },
  'POST /api/workspaces/:workspace/chats/:id/what-if': { text: 'x', attach: [] },
  'POST /api/workspaces/:workspace/chats/:id/forget': { key: 'x' },
  'POST /api/workspaces/:workspace/chats/:id/mark': { key: 'x', priority: 'essential' },
  'POST /api/workspaces/:workspace/chats/:id/compact': {},
  'POST /api/workspaces/:workspace/chats/:id/continue': {},
  'GET /api/workspaces/:workspace/answers/:id/events': undefined,
  'POST /api/workspaces/:workspace/answers/:id/stop': {},
  'POST /api/workspaces/:workspace/answers/:id/calls/:call': { answer: 'approve' },
  'POST /api/workspaces/:workspace/answers/:id/say': { text: 'x' },
  'POST /api/workspaces/:workspace/chats/:id/answers/:answer/undo': { callId: 'x' },
}

/** A browser that has signed in. */
function signIn(): { readonly cookie: string; readonly pageKey: string } {
  const opened = it.sessions.redeem(it.sessions.newLink())
  return { cookie: `varve-session-4747=${opened?.cookie}`, pageKey: opened?.pageKey ?? '' }
}

function bearer(key: string, method: string, path: string, body?: unknown, more = {}) {
  const headers = { authorization: `Bearer ${key}`, ...more }
  return request(it.server, method, path, { body, headers })
}

/** What says nothing of any workspace, or only of those that a key reaches. */
const OPEN_TO_KEYS: ReadonlySet<string> = new Set([
  'GET /v1/models',
  'GET /api/openapi.json',
  'GET /api/models',
  'GET /api/workspaces',
])

const HASH = '0'.repeat(64)

/** Queries without which a route does not get as far as its workspace. */
const NEEDED: Readonly<Record<string, string>> = {
  'PUT /api/workspaces/:workspace/files/content': 'path=a.md&expect=absent',
  'DELETE /api/workspaces/:workspace/files/content': `path=a.md&expect=${HASH}`,
  'GET /api/workspaces/:workspace/files/versions': 'path=a.md',
  'GET /api/workspaces/:workspace/files/diff': 'path=a.md&from=x',
  'GET /api/workspaces/:workspace/search': 'q=launch',
  'GET /api/workspaces/:workspace/chats/search': 'q=launch',
  'POST /api/workspaces/:workspace/uploads': 'name=a.md',
  'POST /api/workspaces/:workspace/chats/import': 'name=a.md',
  'DELETE /api/workspaces/:workspace/definitions/:kind/:name': `expect=${HASH}`,
}

interface Route {
  readonly name: string
  readonly method: string
  readonly path: string
}

function routes(): readonly Route[] {
  const own = it.server.routes.filter(
    // The page about the API has nothing of anyone, and is open.
    ({ method, path }) => method !== 'ALL' && /^\/(api|v1)\//.test(path) && path !== '/api/docs',
  )
  return own.map(({ method, path }) => ({ name: `${method} ${path}`, method, path }))
}

function at({ method, path }: Pick<Route, 'method' | 'path'>, id: string): string {
  const query = /\/(?:source|content|download|related|picture)$/.test(path) ? '?path=plan.md' : ''
  const page = method === 'GET' && path.endsWith('/turns') ? '?before=9' : ''
  const named = path.replace(':workspace', 'first').replace(':id', id).replace(':turn', '1')
  return named.replace(':answer', 'x') + query + page
}

test('every route has a row', () => {
  expect(
    routes()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(ROWS).sort())
})

describe('every route refuses', () => {
  test('requests without a session, or with half of one', async ({ task }) => {
    const { cookie, pageKey } = signIn()
    const other = signIn()
    const attempts: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
      ['nothing', '', {}],
      ['an empty cookie', `/s/${pageKey}`, { cookie: 'varve-session-4747=' }],
      ['a guess', `/s/${pageKey}`, { cookie: 'varve-session-4747=guess' }],
      ['the cookie alone, as any port of this machine receives it', '', { cookie }],
      ['the cookie with a guessed key', '/s/guess', { cookie }],
      ['the cookie with the key of another session', `/s/${other.pageKey}`, { cookie }],
      ['the cookie with its key in a header', '', { cookie, authorization: `Bearer ${pageKey}` }],
      ['the key of the page alone', `/s/${pageKey}`, {}],
      ['a sign-in link', `/s/${it.sessions.newLink()}`, { cookie }],
      ['a guessed key of the run', '', { authorization: 'Bearer guess' }],
    ]
    Object.assign(task.meta, { tried: routes().length * attempts.length })
    for (const { name, method, path } of routes())
      for (const [what, prefix, headers] of attempts) {
        const address = `${prefix}${at({ method, path }, 'x')}`
        const response = await request(it.server, method, address, { body: ROWS[name], headers })
        expect([name, what, response.status]).toEqual([name, what, 401])
      }
  })

  test('a revoked API key, and part of a key', async ({ task }) => {
    const { key, apiKey } = await it.app.createApiKey({ name: 'Old', access: 'write' })
    expect((await bearer(key, 'GET', '/api/models')).status).toBe(200)
    await it.app.revokeApiKey({ id: apiKey.id })
    const attempts = [key, key.slice(0, -1), `${key}x`, apiKey.id, apiKey.hint]
    Object.assign(task.meta, { tried: routes().length * attempts.length })
    for (const { name, method, path } of routes())
      for (const tried of attempts) {
        const response = await bearer(tried, method, at({ method, path }, 'x'), ROWS[name])
        expect([name, tried, response.status]).toEqual([name, tried, 401])
      }
  })

  test('an API key of another workspace, as not found or out of scope', async ({ task }) => {
    Object.assign(task.meta, { tried: routes().length })
    await it.app.createWorkspace({ name: 'Elsewhere' })
    const { workspaces } = await it.app.listWorkspaces(undefined)
    const elsewhere = workspaces.find(({ name }) => name === 'Elsewhere')?.id ?? ''
    const { key } = await it.app.createApiKey({ name: 'K', access: 'write', workspaces: [elsewhere] })
    const { chatId, answerId } = await chatWithAnswer()
    for (const { name, method, path } of routes()) {
      const id = path.includes('/answers/') ? answerId : chatId
      const query = (NEEDED[name] ?? '') && `?${NEEDED[name]}`
      const address = query === '' ? at({ method, path }, id) : at({ method, path }, id).split('?')[0] + query
      const type = ROWS[name] === 'bytes' ? { 'content-type': 'application/octet-stream' } : {}
      const response = await bearer(key, method, address.replace(':kind', 'agent'), ROWS[name], type)
      const text = await response.text()
      if (OPEN_TO_KEYS.has(name)) expect([name, response.status]).toEqual([name, 200])
      else expect([name, response.status, text]).toEqual([name, expect.toBeOneOf([403, 404]), text])
      expect([name, text.includes('Demo') || text.includes(chatId)]).toEqual([name, false])
    }
    expect(await (await bearer(key, 'GET', `/api/workspaces/${elsewhere}`)).json()).toMatchObject({
      name: 'Elsewhere',
    })
  })

  test('writes with a read-only API key, and opening access with any API key', async ({ task }) => {
    const [reading, whole, limited] = await Promise.all([
      it.app.createApiKey({ name: 'R', access: 'read' }),
      it.app.createApiKey({ name: 'W', access: 'write' }),
      it.app.createApiKey({ name: 'L', access: 'write', limitUSD: 1 }),
    ])
    const never = ({ path }: Route) => /^\/api\/(api-keys|sign-in-links)/.test(path)
    Object.assign(task.meta, { tried: routes().length })
    for (const route of routes()) {
      const { name, method } = route
      const address = at(route, 'x')
      if (method !== 'GET' || never(route))
        expect([name, (await bearer(reading.key, method, address, ROWS[name])).status]).toEqual([name, 403])
      if (!never(route)) continue
      for (const { key } of [whole, limited])
        expect([name, (await bearer(key, method, address, ROWS[name])).status]).toEqual([name, 403])
    }
  })

  test.each([
    ['PUT', '/guard', { policy: {} }],
    ['PUT', '/tool-rules', { rules: [] }],
    ['PATCH', '/settings', { chatFiles: 'on' }],
    ['PUT', '/index/embeddings', { embeddings: 'off' }],
    ['POST', '/mcp/x/trust', { hash: '0'.repeat(64) }],
    ['PUT', '/mcp/x', { entry: { command: 'x' } }],
    ['POST', '/mcp/x/try', { entry: { command: 'x' } }],
    ['POST', '/mcp/x/sign-in', {}],
    ['POST', '/mcp/x/reconnect', {}],
    ['POST', '/instructions/trust', { path: 'AGENTS.md' }],
    ['POST', '/definitions/agent/x/trust', { hash: '0'.repeat(64) }],
    ['POST', '/answers/x/calls/y', { answer: 'approve', always: true }],
    ['PUT', '/definitions/agent/x', { content: '---\nname: X\n---\nObey.\n' }],
    ['DELETE', `/definitions/agent/x?expect=${'0'.repeat(64)}`, undefined],
    ['PUT', '/memory', { add: 'Obey.' }],
    ['PUT', '/files/content?path=Varve/workspace.json&expect=absent', 'bytes'],
    ['PUT', '/files/content?path=./agents.md&expect=absent', 'bytes'],
    ['DELETE', `/files/content?path=Varve/workspace.json&expect=${'0'.repeat(64)}`, undefined],
    ['POST', '/files/move', { path: 'plan.md', to: 'AGENTS.md' }],
    ['DELETE', '', undefined],
  ])('a limited key that loosens the rules of a workspace: %s %s', async (method, path, body) => {
    const { key } = await it.app.createApiKey({ name: 'K', access: 'write', workspaces: [it.workspaceId] })
    const type = body === 'bytes' ? { 'content-type': 'application/octet-stream' } : {}
    expect((await bearer(key, method, `/api/workspaces/first${path}`, body, type)).status).toBe(403)
    expect((await bearer(key, 'GET', '/api/workspaces/first/guard')).status).toBe(200)
  })

  test('a foreign host name, as in DNS rebinding', async ({ task }) => {
    Object.assign(task.meta, { tried: routes().length * 6 })
    for (const { name, method, path } of routes())
      for (const host of [
        'evil.example:4747',
        '127.0.0.1:4748',
        '127.0.0.1',
        'localhost',
        '127.0.0.1:4747.evil.example',
        '[::1]:4747',
      ]) {
        const response = await it.call(method, at({ method, path }, 'x'), {
          body: ROWS[name],
          headers: { host },
        })
        expect([name, host, response.status]).toEqual([name, host, 403])
      }
  })

  test('another origin, including another port of this machine', async ({ task }) => {
    Object.assign(task.meta, { tried: routes().length * 6 })
    for (const { name, method, path } of routes())
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'http://127.0.0.1:3000' },
        { origin: 'http://localhost:4747.evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]) {
        const response = await it.call(method, at({ method, path }, 'x'), { body: ROWS[name], headers })
        expect([name, headers, response.status]).toEqual([name, headers, 403])
      }
  })

  test('an id of another workspace, as not found', async ({ task }) => {
    Object.assign(task.meta, { tried: routes().filter(({ path }) => path.includes(':id')).length * 2 })
    const { chatId, answerId } = await chatWithAnswer()
    for (const { name, method, path } of routes().filter((route) => route.path.includes(':id'))) {
      const id = path.includes('/answers/') ? answerId : chatId
      const response = await it.callAsOther(method, at({ method, path }, id), { body: ROWS[name] })
      expect([name, response.status]).toEqual([name, 404])
      const unknown = await it.callAsOther(method, at({ method, path }, 'no-such-id'), { body: ROWS[name] })
      expect(await unknown.json()).toEqual(await response.json())
    }
    expect((await it.callAsOther('GET', '/api/workspaces/first/chats')).status).toBe(404)
    expect((await it.call('GET', `/api/workspaces/first/chats/${chatId}`)).status).toBe(200)
  })
})

async function chatWithAnswer(): Promise<{ readonly chatId: string; readonly answerId: string }> {
  const { app, workspaceId } = it
  const { id: chatId } = await app.createChat({ workspaceId })
  const { answerId } = await app.sendMessage({ workspaceId, chatId, text: 'x', attach: [] })
  return { chatId, answerId }
}

describe('signing in', () => {
  test('a link sets a cookie that scripts cannot read, and a key that no cookie holds', async () => {
    const token = it.sessions.newLink()
    const response = await request(it.server, 'GET', `/?token=${token}`)
    expect(response.status).toBe(303)
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^varve-session-4747=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    const [, key = ''] = /^\/#key=([\w-]{43})$/.exec(response.headers.get('location') ?? '') ?? []
    expect(cookie).not.toContain(key)
    expect(cookie).not.toContain(token)
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    const read = await request(it.server, 'GET', `/s/${key}/api/workspaces/first`, { headers })
    expect(read.status).toBe(200)
  })

  test('a link to a workspace leads to it', async () => {
    const response = await request(it.server, 'GET', `/w/demo/?token=${it.sessions.newLink()}`)
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/w\/demo\/#key=/),
    ])
  })

  test('a link works once, also in a race; a signed-in browser just continues', async () => {
    const token = it.sessions.newLink()
    const tries = await Promise.all([1, 2, 3].map(() => request(it.server, 'GET', `/?token=${token}`)))
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 401, 401])
    const again = await it.call('GET', `/?token=${token}`)
    expect([again.status, again.headers.get('location')]).toEqual([303, '/'])
    expect(again.headers.get('set-cookie')).toBeNull()
  })

  test('an expired link does not work', () => {
    let now = 0
    const sessions = new Sessions(() => now)
    const [early, late] = [sessions.newLink(), sessions.newLink()]
    now = LINK_MINUTES * 60_000 - 1
    expect(sessions.redeem(early)).toBeDefined()
    now += 1
    expect(sessions.redeem(late)).toBeUndefined()
  })

  test('the run key gives programs access to the API, and can make links', async () => {
    const headers = { authorization: `Bearer ${it.sessions.key}` }
    expect((await request(it.server, 'GET', '/api/models', { headers })).status).toBe(200)
    const made = await request(it.server, 'POST', '/api/sign-in-links', { headers, body: {} })
    expect(made.status).toBe(201)
    const { url } = (await made.json()) as { readonly url: string }
    expect((await request(it.server, 'GET', url.replace(/^http:\/\/[^/]+/, ''))).status).toBe(303)
  })

  test.each(['', 'wrong'])('%j does not sign in', async (token) => {
    const response = await request(it.server, 'GET', `/?token=${token}`)
    expect(response.status).toBe(401)
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  test('a link works on the front door only', async () => {
    const token = it.sessions.newLink()
    expect((await request(it.server, 'GET', `/api/workspaces/first/chats?token=${token}`)).status).toBe(401)
    expect((await request(it.server, 'POST', `/?token=${token}`, { body: {} })).status).toBe(401)
  })

  const typed = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }

  test.each([
    ['/', 200],
    ['/w/demo/', 200],
    ['/?token=wrong', 401],
  ])('a visitor without a session gets the page at %s, with the way to sign in', async (path, status) => {
    for (const headers of [typed, {}]) {
      const response = await request(it.server, 'GET', path, { headers })
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toMatch(/^text\/html/)
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(await response.text()).not.toContain(it.sessions.key)
    }
  })

  test('a program without a session gets JSON, even if it claims to be a browser', async () => {
    const response = await request(it.server, 'GET', '/api/workspaces/first/chats', { headers: typed })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'unauthorized' })
  })
})

describe('headers', () => {
  test('every response, refusals included, forbids inline scripts, foreign sources, framing and sniffing', async () => {
    const responses = [
      await it.call('GET', '/'),
      await it.call('GET', '/api/workspaces/first/chats'),
      await it.call('GET', '/api/none'),
      await request(it.server, 'GET', '/api/workspaces/first/chats'),
      await request(it.server, 'GET', '/', { headers: { host: 'evil.example' } }),
    ]
    for (const { headers } of responses) {
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("img-src 'self' data:")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })
})

describe('the page', () => {
  test('serves its files, and its paths lead to it', async () => {
    for (const path of ['/', '/w/demo/', '/w/demo', '/index.html'])
      expect(await (await it.call('GET', path)).text()).toContain('<title>Varve</title>')
    const script = await it.call('GET', '/assets/page-1.js')
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.headers.get('cache-control')).toContain('immutable')
  })

  test.each([
    'GET /chats/abc',
    'GET /api',
    'GET /api/none',
    'GET /w/',
    'GET /w/demo/chats',
    'GET /s/x/y',
    'POST /',
    'GET /v2/models',
    'PUT /index.html',
    'OPTIONS /w/demo/',
  ])('%s is neither page nor route: 404 as JSON', async (name) => {
    const [method = '', path = ''] = name.split(' ')
    const response = await request(it.server, method, path, {
      headers: { authorization: `Bearer ${it.sessions.key}` },
    })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'route-not-found' })
  })

  test.each([
    '/../secret.md',
    '/%2e%2e/secret.md',
    '/..%2fsecret.md',
    '/assets/../../secret.md',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.md',
    '/.built-from',
    '/assets/none.js',
    '/index.html%00.js',
  ])('%s is not found', async (path) => {
    const response = await it.call('GET', path)
    const body = await response.text()
    expect(body).not.toContain('secret\n')
    expect(response.status).toBe(404)
    expect(JSON.parse(body)).toMatchObject({ code: 'route-not-found' })
  })
})

describe('an API key', () => {
  test('is shown once, stored as a hash, listed by its last characters, and records its last use', async () => {
    const headers = { authorization: `Bearer ${it.sessions.key}` }
    const body = { name: ' Editor ', models: ['offline'] }
    const made = await request(it.server, 'POST', '/api/api-keys', { headers, body })
    expect(made.status).toBe(201)
    const { key, apiKey } = (await made.json()) as NewApiKeyView
    expect(key).toMatch(/^sk-varve-[\w-]{43}$/)
    expect(apiKey).toMatchObject({ name: 'Editor', hint: key.slice(-4), access: 'write', spentUSD: 0 })
    expect(apiKey).not.toHaveProperty('usedAt')
    for (const sent of [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }])
      expect((await request(it.server, 'GET', '/api/models', { headers: sent })).status).toBe(200)
    const listed = await request(it.server, 'GET', '/api/api-keys', { headers })
    const text = await listed.text()
    expect(text).not.toContain(key)
    expect(JSON.parse(text)).toContainEqual({ ...apiKey, usedAt: expect.any(String) as string })
    const stored = [join(it.base, 'varve.db'), join(it.base, 'varve.db-wal')].filter(existsSync)
    for (const file of stored) expect(readFileSync(file).includes(key)).toBe(false)
  })

  test('can only use and list its models, and its statistics group the others under a star', async () => {
    const { key } = await it.app.createApiKey({ name: 'K', access: 'write', models: ['openai/*'] })
    const { id } = await it.app.createChat({ workspaceId: it.workspaceId })
    const address = `/api/workspaces/first/chats/${id}/turns`
    const refused = await bearer(key, 'POST', address, { text: 'x', modelId: 'offline' })
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'out-of-scope' }])
    expect(await (await bearer(key, 'GET', '/api/models')).json()).toEqual([])
    const other = await it.app.createApiKey({ name: 'K', access: 'write', models: ['off*'] })
    expect((await bearer(other.key, 'POST', address, { text: 'x', modelId: 'offline' })).status).toBe(202)
  })

  test.each([[{}], [{ name: ' ' }], [{ name: 'x', limitUSD: 0 }], [{ name: 'x', workspaces: [] }]])(
    'refuses %j',
    async (body) => {
      const headers = { authorization: `Bearer ${it.sessions.key}` }
      expect((await request(it.server, 'POST', '/api/api-keys', { headers, body })).status).toBe(400)
    },
  )

  test('refuses an unknown workspace', async () => {
    const headers = { authorization: `Bearer ${it.sessions.key}` }
    const body = { name: 'x', workspaces: ['nobodys'] }
    expect((await request(it.server, 'POST', '/api/api-keys', { headers, body })).status).toBe(404)
  })
})

describe('a browser that is remembered', () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' })
  const originOf = (port: number) => `http://127.0.0.1:${port}`
  const signBy = (port: number, challenge: string) =>
    sign('sha256', Buffer.from(signedText(originOf(port), challenge)), {
      key: pair.privateKey,
      dsaEncoding: 'ieee-p1363',
    }).toString('base64url')
  const challengeOf = async () => {
    const response = await request(it.server, 'POST', '/sign-in', { body: {} })
    return ((await response.json()) as { readonly challenge: string }).challenge
  }
  const signInBy = (signed: object, headers = {}) =>
    request(it.server, 'POST', '/sign-in', { body: { signed }, headers })
  let browser: string

  beforeEach(async () => {
    const added = await it.call('POST', '/api/browsers', { body: { publicKey: { x, y } } })
    expect(added.status).toBe(201)
    ;({ browser } = (await added.json()) as { readonly browser: string })
  })

  test('signs in again by its key, with a session of its own', async () => {
    const challenge = await challengeOf()
    const response = await signInBy({ browser, challenge, signature: signBy(PORT, challenge) })
    expect(response.status).toBe(200)
    const { pageKey } = (await response.json()) as { readonly pageKey: string }
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^varve-session-4747=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    expect((await request(it.server, 'GET', `/s/${pageKey}/api/models`, { headers })).status).toBe(200)
  })

  test('is refused with a used signature, one for another port, or one of another browser', async () => {
    const challenge = await challengeOf()
    const signed = { browser, challenge, signature: signBy(PORT, challenge) }
    expect((await signInBy(signed)).status).toBe(200)
    const fresh = await challengeOf()
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const foreign = sign('sha256', Buffer.from(signedText(originOf(PORT), fresh)), {
      key: other,
      dsaEncoding: 'ieee-p1363',
    })
    const wrong = [
      signed,
      { browser, challenge: fresh, signature: signBy(4748, fresh) },
      { browser, challenge: fresh, signature: signBy(PORT, fresh) },
      { browser, challenge: await challengeOf(), signature: foreign.toString('base64url') },
      { browser: 'nobody', challenge: await challengeOf(), signature: '' },
    ]
    for (const each of wrong) {
      const response = await signInBy(each)
      expect(response.status).toBe(401)
      expect(response.headers.get('set-cookie')).toBeNull()
    }
    const evil = await signInBy(signed, { origin: 'http://127.0.0.1:9999' })
    expect(evil.status).toBe(403)
  })

  test('is recognised after a restart, on its own port only, from a file without secrets', () => {
    const path = join(it.base, 'browsers.json')
    let now = 0
    const id = new KnownBrowsers(path, () => now).add({ x, y }, originOf(PORT))
    const again = new KnownBrowsers(path, () => now)
    const check = (port: number) => {
      const challenge = again.newChallenge()
      return again.check({ browser: id, challenge, signature: signBy(port, challenge) }, originOf(port))
    }
    expect([check(PORT), check(4748)]).toEqual([true, false])
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual([{ id, origin: originOf(PORT), x, y, usedAt: 0 }])
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0)
    now = 181 * 24 * 60 * 60_000
    expect(check(PORT)).toBe(false)
    again.forgetAll()
    expect(readFileSync(path, 'utf8')).toBe('[]')
  })

  test('needs a valid key', async () => {
    const publicKey = { x: 'A'.repeat(43), y: 'A'.repeat(43) }
    const refused = await it.call('POST', '/api/browsers', { body: { publicKey } })
    expect(refused.status).toBe(400)
    expect((await it.call('DELETE', '/api/browsers')).status).toBe(204)
    const challenge = await challengeOf()
    expect((await signInBy({ browser, challenge, signature: signBy(PORT, challenge) })).status).toBe(401)
  })
})
