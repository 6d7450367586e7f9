import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from './testing/test-server.ts'

let it: TestServer

beforeAll(async () => {
  it = await testServer()
  mkdirSync(join(it.base, 'workspaces', it.workspaceId, 'Varve'), { recursive: true })
})

afterAll(() => it.close())

const AT = '/api/workspaces/first/mcp'

async function json(method: string, path: string, body?: unknown) {
  const response = await it.call(method, path, body === undefined ? {} : { body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('servers are listed with their problems, trusted by hash, and restarted', async () => {
  expect(await json('GET', AT)).toMatchObject({ body: { exists: false, servers: [] } })
  const entry = { command: 'varve-no-such-program', env: { SECRET: 'canary-value' } }
  it.write('Varve/mcp.json', JSON.stringify({ mcpServers: { one: entry, two: { command: 7 } } }))
  const { body } = await json('GET', AT)
  expect(body).toMatchObject({
    path: 'Varve/mcp.json',
    problems: [{ place: 'mcpServers.two.command', line: 1 }],
    servers: [{ name: 'one', trusted: false, state: 'off', sets: ['SECRET'], target: entry.command }],
  })
  expect(JSON.stringify(body)).not.toContain('canary-value')
  const [{ hash }] = body['servers'] as [{ readonly hash: string }]
  expect((await json('POST', `${AT}/one/reconnect`, {})).status).toBe(409)
  expect((await json('POST', `${AT}/one/trust`, { hash: '0'.repeat(64) })).status).toBe(409)
  expect((await json('POST', `${AT}/two/trust`, { hash })).status).toBe(404)
  expect((await json('POST', `${AT}/one/trust`, { hash: 'x' })).status).toBe(400)
  const trusted = await json('POST', `${AT}/one/trust`, { hash })
  expect(trusted).toMatchObject({ status: 200, body: { trusted: true, state: 'failed' } })
  expect(JSON.stringify(trusted.body['problems'])).toContain('ENOENT')
  expect(await json('POST', `${AT}/one/reconnect`, {})).toMatchObject({ body: { state: 'failed' } })
  expect(await json('POST', `${AT}/one/trust`, { hash, trusted: false })).toMatchObject({
    body: { trusted: false, state: 'off' },
  })
})
