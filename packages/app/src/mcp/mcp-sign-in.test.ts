import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'
import { startHttpServer } from './testing/http-server.ts'
import { type OAuthServer, startOAuthServer } from './testing/oauth-server.ts'

let it: TemporaryApp
let server: OAuthServer

beforeEach(async () => {
  it = await temporaryApp([])
  server = await startOAuthServer()
})

afterEach(async () => {
  await it.remove()
  await server.close()
})

const place = { workspaceId: WORKSPACE, name: 'notes' }
const add = (entry: object = {}) => it.app.writeMcpServer({ ...place, entry: { url: server.url, ...entry } })
const shown = async () => (await it.app.listMcpServers({ workspaceId: WORKSPACE })).servers[0]

/** As the browser of someone who agrees. */
async function signIn(): Promise<Response> {
  const { url } = await it.app.signInToMcpServer(place)
  return fetch(url)
}

async function until(state: string): Promise<void> {
  await expect.poll(async () => (await shown())?.state).toBe(state)
}

describe('an MCP server that wants its users to sign in', () => {
  test('says so, and is connected once its user has', async () => {
    const { servers } = await add()
    expect(servers).toMatchObject([
      { state: 'sign-in', problems: ['The MCP server "notes" asks you to sign in.'], tools: [] },
    ])
    expect(server.asked).toEqual([])
    const page = await signIn()
    expect([page.status, await page.text()]).toMatchObject([
      200,
      expect.stringContaining('notes is connected. You can close this page.'),
    ])
    await until('ready')
    expect((await shown())?.tools.map(({ tool }) => tool)).toContain('echo')
    expect(server.asked).toEqual(['register', 'authorize', 'token authorization_code'])
  })

  test('stays signed in over a restart; what it gave is sealed', async () => {
    await add()
    await signIn()
    await until('ready')
    const folder = dirname(it.database)
    for (const file of readdirSync(folder).filter((name) => name.startsWith('varve.db')))
      for (const secret of server.secrets)
        expect(readFileSync(join(folder, file)).includes(secret)).toBe(false)
    it = await it.reopen()
    expect(await it.app.reconnectMcpServer(place)).toMatchObject({ state: 'ready' })
    expect(server.asked.filter((one) => one === 'authorize')).toHaveLength(1)
  })

  test('is renewed by itself when access ends, again and again', async () => {
    await add()
    await signIn()
    await until('ready')
    for (const _ of [1, 2]) {
      server.expire()
      expect(await it.app.reconnectMcpServer(place)).toMatchObject({ state: 'ready' })
    }
    expect(server.asked.slice(3)).toEqual(['token refresh_token', 'token refresh_token'])
  })

  test('asks again once its grant was taken back, and Varve goes to no page by itself', async () => {
    await add()
    await signIn()
    await until('ready')
    server.revoke()
    expect(await it.app.reconnectMcpServer(place)).toMatchObject({ state: 'sign-in' })
    expect(server.asked.filter((one) => one === 'authorize')).toHaveLength(1)
    await signIn()
    await until('ready')
  })

  test('a refusal is shown in the browser and in the list', async () => {
    await add()
    server.deny()
    const page = await signIn()
    expect([page.status, await page.text()]).toMatchObject([
      400,
      expect.stringContaining('notes was not connected: access_denied'),
    ])
    await expect
      .poll(async () => (await shown())?.problems)
      .toEqual(['The sign-in of "notes" was refused: access_denied'])
  })

  test('an answer that belongs to another sign-in is not taken', async () => {
    await add()
    const { url } = await it.app.signInToMcpServer(place)
    const callback = new URL(url).searchParams.get('redirect_uri') ?? ''
    expect(callback).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    expect((await fetch(`${callback}?code=stolen&state=guess`)).status).toBe(404)
    // A second one ends the first.
    await signIn()
    await until('ready')
    await expect(
      fetch(`${callback}?code=x&state=${new URL(url).searchParams.get('state')}`),
    ).rejects.toThrow()
  })

  test('an address that is none ends nothing', async () => {
    await add()
    const { url } = await it.app.signInToMcpServer(place)
    const { port } = new URL(new URL(url).searchParams.get('redirect_uri') ?? '')
    for (const target of ['//', 'http://[', '/\\\\', '*']) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.end(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 40[04]/)
    }
    await fetch(url)
    await until('ready')
  })

  test('removed, and added again, it is signed in to again', async () => {
    await add()
    await signIn()
    await until('ready')
    await it.app.writeMcpServer({ ...place, entry: null })
    const { servers } = await add()
    expect(servers).toMatchObject([{ state: 'sign-in' }])
  })

  test('an entry with a key of its own is told that the key is wrong', async () => {
    const { servers } = await add({ headers: { Authorization: 'Bearer wrong' } })
    expect(servers).toMatchObject([{ state: 'failed', problems: [expect.stringContaining('invalid_token')] }])
  })
})

test('a server leads the sign-in to no other address of this machine', async () => {
  const asked: string[] = []
  const inside = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(404).end()
  })
  const leading = createServer((_, response) => {
    const { port } = inside.address() as AddressInfo
    const metadata = `Bearer resource_metadata="http://127.0.0.1:${port}/.well-known/x"`
    response.writeHead(401, { 'www-authenticate': metadata }).end()
  })
  try {
    for (const one of [inside, leading])
      await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(leading.address() as AddressInfo).port}/mcp`
    await it.app.writeMcpServer({ ...place, entry: { url } })
    await expect(it.app.signInToMcpServer(place)).rejects.toMatchObject({ code: 'mcp-failed' })
    expect(asked).toEqual([])
  } finally {
    for (const one of [inside, leading]) one.close()
  }
})

test('a server that is open, and one that is not trusted, have no sign-in', async () => {
  const open = await startHttpServer()
  try {
    await it.app.writeMcpServer({ ...place, entry: { url: open.url } })
    await expect(it.app.signInToMcpServer(place)).rejects.toMatchObject({
      message: '"notes" can be used without signing in.',
    })
  } finally {
    await open.close()
  }
  await add()
  const hash = (await shown())?.hash ?? ''
  await it.app.trustMcpServer({ ...place, hash, trusted: false })
  await expect(it.app.signInToMcpServer(place)).rejects.toMatchObject({ code: 'not-confirmed' })
})
