import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, type TestServer, testServer, TOKEN } from './testing/test-server.ts'

let it: TestServer

beforeAll(async () => {
  it = await testServer()
})

afterAll(() => it.close())

/** A sound body for each route that takes one. A route that is missing here fails the matrix. */
const ROWS: Readonly<Record<string, unknown>> = {
  'GET /api/openapi.json': undefined,
  'GET /api/workspaces/:workspace': undefined,
  'PATCH /api/workspaces/:workspace/settings': { chatFiles: 'on' },
  'GET /api/models': undefined,
  'POST /api/models/refresh': {},
  'GET /api/providers': undefined,
  'PUT /api/providers/:id/key': { key: 'x' },
  'POST /api/providers/:id/key/check': { key: 'x' },
  'DELETE /api/providers/:id/key': undefined,
  'GET /api/workspaces/:workspace/files': undefined,
  'GET /api/workspaces/:workspace/files/content': undefined,
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
  'POST /api/workspaces/:workspace/templates/:name/fill': {},
  'POST /api/workspaces/:workspace/composer': { text: 'x' },
  'GET /api/workspaces/:workspace/mcp': undefined,
  'POST /api/workspaces/:workspace/mcp/:name/trust': { hash: 'x' },
  'POST /api/workspaces/:workspace/mcp/:name/reconnect': {},
  'GET /api/workspaces/:workspace/memory': undefined,
  'PUT /api/workspaces/:workspace/memory': { content: 'x' },
  'POST /api/workspaces/:workspace/chats/:id/answers/:answer/continue': {},
  'GET /api/workspaces/:workspace/chats/:id/turns/:turn/inspection': undefined,
  'GET /api/workspaces/:workspace/chats/:id/turns/:turn/trace': undefined,
  'GET /api/workspaces/:workspace/chats/:id/turns/:turn/received': undefined,
  'GET /api/workspaces/:workspace/chats/:id/asides/:aside': undefined,
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

interface Route {
  readonly name: string
  readonly method: string
  readonly path: string
}

function routes(): readonly Route[] {
  const own = it.server.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api'))
  return own.map(({ method, path }) => ({ name: `${method} ${path}`, method, path }))
}

function at({ method, path }: Pick<Route, 'method' | 'path'>, id: string): string {
  const query = /\/(?:source|content|related|picture)$/.test(path) ? '?path=plan.md' : ''
  const page = method === 'GET' && path.endsWith('/turns') ? '?before=9' : ''
  const named = path.replace(':workspace', 'first').replace(':id', id).replace(':turn', '1')
  return named.replace(':answer', 'x') + query + page
}

test('every route has its row', () => {
  expect(
    routes()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(ROWS).sort())
})

describe('every route refuses', () => {
  test('who has no cookie, or another one', async () => {
    for (const { name, method, path } of routes())
      for (const cookie of [
        '',
        'varve-session-4747=',
        'varve-session-4747=guess',
        `varve-session-4747=${TOKEN}`,
      ]) {
        const response = await request(it.server, method, at({ method, path }, 'x'), {
          body: ROWS[name],
          headers: { cookie },
        })
        expect([name, response.status]).toEqual([name, 401])
      }
  })

  test('a name that is not its own, as a rebound DNS name would be', async () => {
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

  test('another page, also one on another port of this machine', async () => {
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

  test('an id of another workspace, as if it did not exist', async () => {
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
  test('the token is exchanged for a cookie that scripts cannot read, and leaves the address', async () => {
    const response = await request(it.server, 'GET', `/?token=${TOKEN}`)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/')
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^varve-session-4747=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(cookie).not.toContain(TOKEN)
  })

  test.each(['', 'wrong', `${TOKEN}x`, TOKEN.slice(1)])('%j is not the token', async (token) => {
    const response = await request(it.server, 'GET', `/?token=${encodeURIComponent(token)}`)
    expect(response.status).toBe(401)
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  test('the token opens nothing but the front door', async () => {
    expect((await request(it.server, 'GET', `/api/workspaces/first/chats?token=${TOKEN}`)).status).toBe(401)
    expect((await request(it.server, 'POST', `/?token=${TOKEN}`, { body: {} })).status).toBe(401)
  })

  const typed = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }

  test.each(['/', '/chats/abc', '/?token=wrong'])(
    'someone without a session reads at %s what to do',
    async (path) => {
      for (const headers of [typed, {}]) {
        const response = await request(it.server, 'GET', path, { headers })
        expect(response.status).toBe(401)
        expect(response.headers.get('content-type')).toMatch(/^text\/html/)
        expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
        const page = await response.text()
        expect(page).toMatch(/terminal where you ran <code>varve start<\/code>\. It printed an address/)
        // Nothing that the policy would refuse, and nothing of the key.
        expect(page).not.toMatch(/<script|<style|style=|src=|href=|\son\w+=/)
        expect(page).not.toContain(TOKEN)
      }
    },
  )

  test('a program without a session reads JSON, also when it claims to be a browser', async () => {
    const response = await request(it.server, 'GET', '/api/workspaces/first/chats', { headers: typed })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: 'unauthorized' } })
  })
})

describe('headers', () => {
  test('every response, also a refusal, forbids inline scripts, foreign sources, framing and sniffing', async () => {
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
  test('its files are served, and its places lead to it', async () => {
    expect((await it.call('GET', '/')).headers.get('location')).toBe('/w/demo/')
    for (const path of ['/w/demo/', '/index.html', '/chats/abc'])
      expect(await (await it.call('GET', path)).text()).toContain('<title>Varve</title>')
    const script = await it.call('GET', '/assets/page-1.js')
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.headers.get('cache-control')).toContain('immutable')
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
  ])('%s leads nowhere', async (path) => {
    const response = await it.call('GET', path)
    const body = await response.text()
    expect(body).not.toContain('secret\n')
    expect([404, 200]).toContain(response.status)
    if (response.status === 200) expect(body).toContain('<title>Varve</title>')
  })
})
