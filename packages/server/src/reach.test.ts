import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createProxy, request as requestOf } from 'node:http'
import { request as requestTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PasswordCheck } from './access/session.ts'
import { Reach, type ReachOptions } from './access/reach.ts'
import { Sessions } from './access/session.ts'
import { createServer } from './create-server.ts'
import { type Listening, listen } from './listen.ts'
import { testServer, type TestServer } from './testing/test-server.ts'

const password = 'correct horse battery'
const PORT = 4747
let it: TestServer

beforeAll(async () => {
  it = await testServer()
  writeFileSync(
    join(it.page, 'index.html'),
    '<!doctype html><title>Varve</title><script src="./assets/page-1.js"></script>',
  )
})

afterAll(() => it.close())

describe('Varve is not reached from elsewhere', () => {
  test.each<[ReachOptions, string]>([
    [{ host: '0.0.0.0' }, 'needs a password'],
    [{ host: '::' }, 'needs a password'],
    [{ host: '192.168.1.5' }, 'needs a password'],
    [{ names: ['varve.example.org'] }, 'needs a password'],
    [{ host: '0.0.0.0', password: '' }, 'at least 12'],
    [{ host: '0.0.0.0', password: 'short' }, 'at least 12'],
    [{ host: 'nas.local', password }, 'not an address to listen on'],
    ...[
      '*.example.org',
      'https://a.b/?x=1',
      'ftp://a.b',
      'https://u:p@a.b',
      '',
      'a b',
      'https://a.b/x/../é',
    ].map((name): [ReachOptions, string] => [{ names: [name], password }, 'is no name of a Varve']),
    ...['https://a.b/api', 'https://a.b/x/w', 'a.b/s'].map((name): [ReachOptions, string] => [
      { names: [name], password },
      'of its own',
    ]),
    ...['proxy', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/8/8', '::1/129', ''].map(
      (proxy): [ReachOptions, string] => [{ proxies: [proxy] }, 'is not the address of a proxy'],
    ),
  ])('by %j', (options, words) => {
    expect(() => new Reach(options)).toThrow(words)
  })

  test('without a word about it', () => {
    expect(new Reach()).toMatchObject({ host: '127.0.0.1', isLocal: true })
    expect(new Reach({ host: '::1' })).toMatchObject({ isLocal: true })
  })
})

test('a name means the port that Varve listens on, an address is taken as it is', () => {
  const names = [
    'nas.local',
    'nas.local:80',
    'NAS:8080/varve/',
    'https://Varve.Example.org/',
    'https://a.b:8443/x/y',
  ]
  const reach = new Reach({ host: '::', names, password })
  expect(reach.places(PORT)).toEqual([
    { host: 'nas.local:4747', origin: 'http://nas.local:4747', base: '' },
    { host: 'nas.local', origin: 'http://nas.local', base: '' },
    { host: 'nas:8080', origin: 'http://nas:8080', base: '/varve' },
    { host: 'varve.example.org', origin: 'https://varve.example.org', base: '' },
    { host: 'a.b:8443', origin: 'https://a.b:8443', base: '/x/y' },
    { host: '[::1]:4747', origin: 'http://[::1]:4747', base: '' },
    { host: '127.0.0.1:4747', origin: 'http://127.0.0.1:4747', base: '' },
    { host: 'localhost:4747', origin: 'http://localhost:4747', base: '' },
  ])
  expect(reach.localAddress(PORT)).toBe('http://[::1]:4747')
})

/** A server that has the names, without a socket; `peer` is who is at the other end. */
function serverAt(options: ReachOptions, now = Date.now) {
  const { app, workspaceId, page } = it
  const sessions = new Sessions(now, undefined, password)
  const reach = new Reach({ password, ...options })
  const server = createServer({
    app,
    workspaceId,
    page,
    sessions,
    port: PORT,
    reach,
    report: () => undefined,
  })
  const ask = (
    path: string,
    { peer = '203.0.113.9', host = 'varve.example.org', headers = {}, body }: Asked = {},
  ): Response | Promise<Response> =>
    server.request(
      `http://${host}${path}`,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: { host, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      { incoming: { socket: { remoteAddress: peer } } },
    )
  return { sessions, ask }
}

interface Asked {
  readonly peer?: string
  readonly host?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

describe('a Varve with a name of its own', () => {
  const names = ['https://varve.example.org']

  test('answers to that name and to those of this machine, with its own page only', async () => {
    const { ask } = serverAt({ names })
    for (const host of ['varve.example.org', 'VARVE.example.org', '127.0.0.1:4747', 'localhost:4747'])
      expect([host, (await ask('/', { host })).status]).toEqual([host, 200])
    for (const host of [
      'evil.example',
      'varve.example.org:4747',
      'varve.example.org.evil.example',
      '203.0.113.1',
    ])
      expect([host, (await ask('/', { host })).status]).toEqual([host, 403])
    for (const origin of [
      'https://evil.example',
      'http://varve.example.org',
      'http://127.0.0.1:4747',
      'null',
    ])
      expect([origin, (await ask('/', { headers: { origin } })).status]).toEqual([origin, 403])
    expect((await ask('/', { headers: { origin: 'https://varve.example.org' } })).status).toBe(200)
  })

  test('believes forwarded headers of the proxies that were named, and of no one else', async () => {
    const { ask } = serverAt({ names, proxies: ['172.18.0.0/16'] })
    const forwarded = {
      host: 'varve:4747',
      headers: { 'x-forwarded-host': 'evil.example, varve.example.org' },
    }
    expect((await ask('/', { ...forwarded, peer: '172.18.0.2' })).status).toBe(200)
    expect((await ask('/', { ...forwarded, peer: '::ffff:172.18.0.2' })).status).toBe(200)
    expect((await ask('/', { ...forwarded, peer: '172.19.0.2' })).status).toBe(403)
    expect((await ask('/', { ...forwarded, peer: '127.0.0.1' })).status).toBe(403)
    const evil = { peer: '172.18.0.2', headers: { 'x-forwarded-host': 'evil.example' } }
    expect((await ask('/', evil)).status).toBe(403)
  })

  test('signs in by the password, with a cookie that only travels encrypted', async () => {
    const { ask } = serverAt({ names })
    expect(await (await ask('/sign-in', { body: {} })).json()).toMatchObject({ hasPassword: true })
    const response = await ask('/sign-in', { body: { password } })
    expect(response.status).toBe(200)
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^varve-session-4747=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    const { pageKey } = (await response.json()) as { readonly pageKey: string }
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    expect((await ask(`/s/${pageKey}/api/models`, { headers })).status).toBe(200)
    expect((await ask('/api/models', { headers })).status).toBe(401)
    const here = await ask('/sign-in', { host: '127.0.0.1:4747', body: { password } })
    expect(here.headers.get('set-cookie')).not.toContain('Secure')
  })

  test('gives no session for a wrong password, for a long one, and none where no password was set', async () => {
    const { ask } = serverAt({ names })
    for (const wrong of ['', password.slice(0, -1), `${password} `, password.toUpperCase()]) {
      const response = await ask('/sign-in', { body: { password: wrong } })
      expect([wrong, response.status, response.headers.get('set-cookie')]).toEqual([wrong, 401, null])
    }
    expect((await ask('/sign-in', { body: { password: 'x'.repeat(1001) } })).status).toBe(400)
    expect((await ask('/sign-in', { body: { password: 'x'.repeat(20_000) } })).status).toBe(413)
    const local = await it.call('POST', '/sign-in', { body: { password } })
    expect(local.status).toBe(401)
  })

  test('lets nobody guess: five wrong passwords, then even the right one waits', async () => {
    let now = 0
    const { ask } = serverAt({ names, proxies: ['10.0.0.1'] }, () => now)
    const tries = (from: string, given: string) =>
      ask('/sign-in', { peer: '10.0.0.1', headers: { 'x-forwarded-for': from }, body: { password: given } })
    for (let count = 0; count < 5; count += 1)
      expect((await tries(`198.51.100.${count}, 203.0.113.7`, 'wrong')).status).toBe(401)
    const refused = await tries('203.0.113.7', password)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('300')
    expect(await refused.json()).toMatchObject({ code: 'too-many-attempts' })
    expect((await tries('203.0.113.8', password)).status).toBe(200)
    // Who isn't a known proxy can't pretend to be another client.
    for (let count = 0; count < 5; count += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${count}` }
      await ask('/sign-in', { peer: '192.0.2.1', headers, body: { password: 'wrong' } })
    }
    expect((await ask('/sign-in', { peer: '192.0.2.1', body: { password } })).status).toBe(429)
    now = 5 * 60_000
    expect((await tries('203.0.113.7', password)).status).toBe(200)
  })

  test('offers its link at that name', async () => {
    const { ask, sessions } = serverAt({ names })
    const headers = { authorization: `Bearer ${sessions.key}` }
    const made = await ask('/api/sign-in-links', { headers, body: {} })
    expect(await made.json()).toMatchObject({
      url: expect.stringMatching(/^https:\/\/varve\.example\.org\/\?token=/),
    })
  })
})

test('many clients guess together no faster, and one network of IPv6 counts as one client', () => {
  const check = new PasswordCheck(password, () => 0)
  for (const end of ['1', '2', '3:4', '4', 'ffff'])
    expect(check.check('wrong', `2001:db8:1:2::${end}`)).toBe('wrong')
  expect(check.check(password, '2001:db8:1:2:9:9:9:9')).toEqual({ wait: 300 })
  expect(check.check(password, '2001:db8:1:3::1')).toBe('right')
  for (let count = 0; count < 45; count += 1)
    expect(check.check('wrong', `198.51.100.${count}`)).toBe('wrong')
  expect(check.check(password, '203.0.113.1')).toEqual({ wait: 300 })
})

describe('a Varve at a path', () => {
  const names = ['https://example.org/varve']
  const host = 'example.org'

  test.each(['/varve', ''])(
    'is served whether or not the proxy takes the path away: "%s"',
    async (prefix) => {
      const { ask, sessions } = serverAt({ names })
      const page = await (await ask(`${prefix}/w/demo/`, { host })).text()
      expect(page).toContain('src="/varve/assets/page-1.js"')
      expect((await ask(`${prefix}/assets/page-1.js`, { host })).status).toBe(200)
      const response = await ask(`${prefix}/sign-in`, { host, body: { password } })
      const cookie = response.headers.get('set-cookie') ?? ''
      expect(cookie).toContain('; Path=/varve/; HttpOnly; Secure;')
      const { pageKey } = (await response.json()) as { readonly pageKey: string }
      const headers = { cookie: cookie.split(';')[0] ?? '' }
      expect((await ask(`${prefix}/s/${pageKey}/api/models`, { host, headers })).status).toBe(200)
      const link = await ask(`${prefix}/?token=${sessions.newLink()}`, { host })
      expect(link.headers.get('location')).toMatch(/^\/varve\/#key=/)
    },
  )

  test('sends on who leaves out the last slash, and is at no path under its other names', async () => {
    const { ask } = serverAt({ names })
    const sent = await ask('/varve', { host })
    expect([sent.status, sent.headers.get('location')]).toEqual([308, '/varve/'])
    const key = { authorization: 'Bearer x' }
    expect((await ask('/varve/', { host: '127.0.0.1:4747', headers: key })).status).toBe(404)
    expect(await (await ask('/', { host: '127.0.0.1:4747' })).text()).toContain('src="/assets/page-1.js"')
  })
})

describe('over a real socket', () => {
  let listening: Listening
  const open = (options: ReachOptions, port = 0): Promise<Listening> => {
    const { app, workspaceId, page } = it
    const reach = new Reach({ password, ...options })
    return listen({ app, workspaceId, page, port, reach, report: () => undefined })
  }

  test('it listens where it was told, and takes no other port than the one that it was given', async () => {
    listening = await open({ host: '127.0.0.2' })
    expect(listening.address).toBe(`http://127.0.0.2:${listening.port}`)
    expect((await fetch(listening.address)).status).toBe(200)
    await expect(fetch(`http://127.0.0.1:${listening.port}`)).rejects.toThrow()
    await listening.close()
    listening = await open({ host: '0.0.0.0' })
    expect((await fetch(listening.address)).status).toBe(200)
    await expect(open({ host: '0.0.0.0' }, listening.port)).rejects.toThrow(
      `Port ${listening.port} is taken.`,
    )
    await listening.close()
  })

  test('it works behind a proxy that takes the path away', async () => {
    const proxy = createProxy((given, answer) => {
      const headers = { ...given.headers, 'x-forwarded-for': '203.0.113.7' }
      const path = given.url?.replace(/^\/notes(?=\/)/, '') ?? ''
      const passed = requestOf(
        `${listening.address}${path}`,
        { method: given.method ?? '', headers },
        (got) => {
          answer.writeHead(got.statusCode ?? 500, got.headers)
          got.pipe(answer)
        },
      )
      given.pipe(passed)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => proxy.once('listening', resolve))
    const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    listening = await open({ names: [`${origin}/notes`], proxies: ['127.0.0.1'] })
    expect(await (await fetch(`${origin}/notes/`)).text()).toContain('src="/notes/assets/page-1.js"')
    const sent = await fetch(`${origin}/notes/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ password }),
    })
    expect(sent.status).toBe(200)
    expect(sent.headers.get('set-cookie')).toContain('Path=/notes/')
    await listening.close()
    proxy.close()
  })

  const hasNginx = spawnSync('nginx', ['-v']).status === 0 && spawnSync('openssl', ['version']).status === 0

  // Needs nginx and openssl, which a machine may not have: the test above is the same with a small proxy.
  test.skipIf(!hasNginx)(
    'the nginx of docs/self-hosting.md passes on pages, sign-in and streams',
    async () => {
      const folder = join(it.base, 'nginx')
      mkdirSync(folder)
      const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
      execFileSync(
        'openssl',
        `req -x509 -newkey rsa:2048 -nodes -subj /CN=varve.example.org -days 2 -keyout ${key} -out ${certificate}`.split(
          ' ',
        ),
        { stdio: 'ignore' },
      )
      listening = await open({ names: ['https://varve.example.org'], proxies: ['127.0.0.1'] })
      const port = await freePort()
      const documented = /```nginx\n([\s\S]*?)```/.exec(
        readFileSync(join(import.meta.dirname, '../../../docs/self-hosting.md'), 'utf8'),
      )?.[1]
      const site = (documented ?? '')
        .replace(/listen 443 ssl;/, `listen 127.0.0.1:${port} ssl;`)
        .replace(/listen \[::\]:443 ssl;/, '')
        .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
        .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
        .replace('127.0.0.1:4747', `127.0.0.1:${listening.port}`)
      const config = join(folder, 'nginx.conf')
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(' ')
      writeFileSync(
        config,
        `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${temporary}\n${site}\n}`,
      )
      const nginx = spawn('nginx', ['-e', join(folder, 'error.log'), '-c', config], { stdio: 'ignore' })
      const exited = new Promise((resolve) => nginx.once('exit', resolve))
      try {
        await expect
          .poll(() =>
            overTls(port, '/').then(
              ({ status }) => status,
              () => 0,
            ),
          )
          .toBe(200)
        const signedIn = await overTls(port, '/sign-in', { body: { password } })
        expect(signedIn.status).toBe(200)
        expect(signedIn.cookie).toContain('; Secure;')
        const { pageKey } = JSON.parse(signedIn.text) as { readonly pageKey: string }
        const cookie = signedIn.cookie.split(';')[0] ?? ''
        // A stream that nginx held back would never begin.
        const events = await overTls(port, `/s/${pageKey}/api/workspaces/first/index/events`, {
          cookie,
          first: true,
        })
        expect(events.text).toMatch(/^(?:data|event): /)
        for (let count = 0; count < 5; count += 1)
          await overTls(port, '/sign-in', { body: { password: 'wrong' } })
        expect((await overTls(port, '/sign-in', { body: { password } })).status).toBe(429)
      } finally {
        nginx.kill()
        await exited
        await listening.close()
      }
    },
  )
})

async function freePort(): Promise<number> {
  const server = createProxy().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

interface TlsOptions {
  readonly body?: unknown
  readonly cookie?: string
  /** Only what comes first; the rest would never end. */
  readonly first?: true
}

/** A request to the name of the proxy, whose certificate nobody has signed. */
function overTls(
  port: number,
  path: string,
  { body, cookie, first }: TlsOptions = {},
): Promise<{ readonly status: number; readonly cookie: string; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: 'varve.example.org',
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', origin: 'https://varve.example.org' }),
    }
    const method = body === undefined ? 'GET' : 'POST'
    const sent = requestTls(
      { host: '127.0.0.1', port, path, method, headers, rejectUnauthorized: false },
      (response) => {
        let text = ''
        const end = () =>
          resolve({
            status: response.statusCode ?? 0,
            cookie: response.headers['set-cookie']?.[0] ?? '',
            text,
          })
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString()
          if (!first) return
          end()
          sent.destroy()
        })
        response.on('end', end)
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
