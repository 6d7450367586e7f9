import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { createGuardedFetch, type GuardedFetch, type GuardedFetchOptions } from './create-guarded-fetch.ts'
import { FORBIDDEN_PORTS } from './parse-target.ts'
import { NetError } from './net-error.ts'
import { countSockets } from './testing/count-sockets.ts'
import { selfSignedCertificate } from './testing/self-signed-certificate.ts'
import { type StartServerOptions, startServer, type TestServer } from './testing/start-server.ts'

const servers: TestServer[] = []

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function serve(listener: RequestListener, options?: StartServerOptions): Promise<TestServer> {
  const server = await startServer(listener, options)
  servers.push(server)
  return server
}

function open(options: GuardedFetchOptions = {}): GuardedFetch {
  return createGuardedFetch({ resolve: () => Promise.resolve(['127.0.0.1']), allow: () => true, ...options })
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof NetError)) throw new Error(`not a NetError: ${String(error)}`)
  expect(error.message).not.toBe('')
  return error.code
}

const text = (body: Uint8Array): string => new TextDecoder().decode(body)

describe('requests', () => {
  test('a page comes back whole, with status, headers and address', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(404, { 'content-type': 'text/plain', 'set-cookie': 'a=b', etag: '"x"' }).end('gone')
    })
    const response = await open()(`http://site.test:${server.port}/path?query=1#fragment`)
    expect(response.status).toBe(404)
    expect(text(response.body)).toBe('gone')
    expect(response.headers.get('etag')).toBe('"x"')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.url).toBe(`http://site.test:${server.port}/path?query=1#fragment`)
    expect(response.redirects).toBe(0)
  })

  test('Host keeps the name, and no other header is added', async () => {
    let seen: IncomingHttpHeaders = {}
    const server = await serve((request, response) => {
      seen = request.headers
      response.end()
    })
    await open({ userAgent: 'Reader/1' })(`http://site.test:${server.port}/`, {
      accept: 'text/html',
      headers: { 'If-None-Match': '"x"' },
    })
    expect(seen).toEqual({
      host: `site.test:${server.port}`,
      connection: 'close',
      accept: 'text/html',
      'accept-encoding': 'gzip, deflate, br, zstd',
      'if-none-match': '"x"',
      'user-agent': 'Reader/1',
    })
  })

  test('HEAD has no body, and 304 and 204 are not awaited', async () => {
    const server = await serve((request, response) => {
      response.writeHead(request.url === '/304' ? 304 : request.url === '/204' ? 204 : 200, {
        'content-encoding': 'gzip',
        ...(request.method === 'HEAD' ? { 'content-length': '999999999' } : {}),
      })
      response.end()
    })
    for (const [path, method, status] of [
      ['/', 'HEAD', 200],
      ['/304', 'GET', 304],
      ['/204', 'GET', 204],
    ] as const) {
      const response = await open()(`http://site.test:${server.port}${path}`, { method })
      expect([response.status, response.body.byteLength]).toEqual([status, 0])
    }
  })

  test.each([
    'cookie',
    'Cookie',
    'host',
    'proxy-authorization',
    'transfer-encoding',
    'bad name',
    'accept-encoding',
  ])('[leaks] the header %s is refused', async (name) => {
    const sockets = await countSockets(async () => {
      expect(await codeOf(open()('http://site.test/', { headers: { [name]: 'x' } }))).toBe('header-forbidden')
    })
    expect(sockets).toBe(0)
  })

  test('[leaks] a proxy from the environment is ignored', async () => {
    const proxy = await serve((_request, response) => response.end('proxy'))
    const server = await serve((_request, response) => response.end('site'))
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY'] as const
    const before = names.map((name) => process.env[name])
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`
    try {
      expect(text((await open()(`http://site.test:${server.port}/`)).body)).toBe('site')
      expect(proxy.connections()).toBe(0)
    } finally {
      names.forEach((name, index) => {
        const value = before[index]
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      })
    }
  })

  test.each([...FORBIDDEN_PORTS])('[SSRF] port %i (%s) is refused', async (port) => {
    const sockets = await countSockets(async () => {
      expect(await codeOf(open()(`http://site.test:${port}/`))).toBe('port-forbidden')
    })
    expect(sockets).toBe(0)
  })

  test('[leaks] no message contains a path, a query or the address behind a name', async () => {
    const fetch = createGuardedFetch({ resolve: () => Promise.resolve(['10.77.88.99']) })
    const error: unknown = await fetch('http://site.test/private?token=hidden').catch(
      (thrown: unknown) => thrown,
    )
    expect(String(error)).toContain('site.test resolves to a private address')
    expect(String(error)).not.toMatch(/hidden|10\.77|token/)
  })
})

describe('redirects', () => {
  test('are followed up to the limit', async () => {
    const server = await serve((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end('end')
      else
        response.writeHead([301, 302, 303, 307, 308][left % 5] ?? 302, { location: `/${left - 1}` }).end('x')
    })
    const fetch = open({ limits: { redirects: 3 } })
    const response = await fetch(`http://site.test:${server.port}/3`)
    expect([text(response.body), response.redirects, new URL(response.url).pathname]).toEqual([
      'end',
      3,
      '/0',
    ])
    expect(await codeOf(fetch(`http://site.test:${server.port}/4`))).toBe('too-many-redirects')
    expect(server.connections()).toBe(4 + 4)
  })

  test('a loop ends at the limit, even with endless bodies', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(302, { location: '/' }).write('and so on')
    })
    expect(await codeOf(open()(`http://site.test:${server.port}/`))).toBe('too-many-redirects')
    expect(server.connections()).toBe(6)
  })

  test('without a location is an answer; an invalid one is refused', async () => {
    const server = await serve((request, response) => {
      response.writeHead(302, request.url === '/' ? {} : { location: 'http://[' }).end('here')
    })
    expect((await open()(`http://site.test:${server.port}/`)).status).toBe(302)
    expect(await codeOf(open()(`http://site.test:${server.port}/bad`))).toBe('redirect-refused')
  })

  test('[leaks] keep only harmless headers across hosts, and all of them on the same one', async () => {
    const seen: IncomingHttpHeaders[] = []
    const server = await serve((request, response) => {
      seen.push(request.headers)
      const { port } = server
      const next = { '/': '/same', '/same': `http://other.test:${port}/last` }[request.url ?? '']
      if (next === undefined) response.end()
      else response.writeHead(307, { location: next }).end()
    })
    const headers = { authorization: 'Bearer secret', 'x-api-key': 'secret', 'if-none-match': '"secret"' }
    await open()(`http://site.test:${server.port}/`, { accept: 'text/html', headers })
    expect(seen.map(({ authorization }) => authorization)).toEqual([
      'Bearer secret',
      'Bearer secret',
      undefined,
    ])
    expect(JSON.stringify(seen[2])).not.toContain('secret')
    expect(seen[2]).toMatchObject({ host: `other.test:${server.port}`, accept: 'text/html' })
    expect(seen.every(({ referer }) => referer === undefined)).toBe(true)
  })
})

describe('https', () => {
  const certificate = selfSignedCertificate('site.test')

  test('SNI and certificate use the name, the connection goes to the checked address', async () => {
    let name: unknown
    const server = await serve(
      (request, response) => {
        name = (request.socket as { servername?: unknown }).servername
        response.end('secure')
      },
      { certificate },
    )
    const fetch = open({ certificateAuthorities: [certificate.cert] })
    expect(text((await fetch(`https://site.test:${server.port}/`)).body)).toBe('secure')
    expect(name).toBe('site.test')
  })

  test('another name, or an untrusted certificate, is refused', async () => {
    const server = await serve((_request, response) => response.end('secure'), { certificate })
    const trusting = open({ certificateAuthorities: [certificate.cert] })
    expect(await codeOf(trusting(`https://other.test:${server.port}/`))).toBe('not-connected')
    expect(await codeOf(open()(`https://site.test:${server.port}/`))).toBe('not-connected')
  })

  test('a downgrade to http is refused, an upgrade to https is followed', async () => {
    const plain = await serve((request, response) => {
      if (request.url === '/plain') response.end('plain')
      else response.writeHead(301, { location: `https://site.test:${secure.port}/up` }).end()
    })
    const secure = await serve(
      (request, response) => {
        if (request.url === '/up') response.end('secure')
        else response.writeHead(301, { location: `http://site.test:${plain.port}/plain` }).end()
      },
      { certificate },
    )
    const fetch = open({ certificateAuthorities: [certificate.cert] })
    expect(text((await fetch(`http://site.test:${plain.port}/`)).body)).toBe('secure')
    const before = plain.connections()
    expect(await codeOf(fetch(`https://site.test:${secure.port}/down`))).toBe('redirect-refused')
    expect(plain.connections()).toBe(before)
  })
})

describe('time', () => {
  test('a dripping server is cut at the total timeout', async () => {
    const timers: NodeJS.Timeout[] = []
    const server = await serve((_request, response) => {
      response.writeHead(200)
      timers.push(setInterval(() => response.write('x'), 5))
    })
    try {
      const fetch = open({ limits: { milliseconds: 200 } })
      expect(await codeOf(fetch(`http://site.test:${server.port}/`))).toBe('timed-out')
    } finally {
      for (const timer of timers) clearInterval(timer)
    }
  })

  test.each([
    ['never answers', (): void => undefined],
    ['sends one header after the other', drip],
  ] as const)('a server that %s is cut', async (_words, listener) => {
    const server = await serve(listener)
    const fetch = open({ limits: { milliseconds: 200 } })
    expect(await codeOf(fetch(`http://site.test:${server.port}/`))).toBe('timed-out')
  })

  test('a silent resolver is abandoned', async () => {
    const fetch = open({ limits: { milliseconds: 50 }, resolve: () => new Promise(() => undefined) })
    expect(await codeOf(fetch('http://site.test/'))).toBe('timed-out')
  })

  test('redirects share one timeout', async () => {
    const server = await serve((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 40)
    })
    const fetch = open({ limits: { milliseconds: 150, redirects: 1_000 } })
    expect(await codeOf(fetch(`http://site.test:${server.port}/`))).toBe('timed-out')
  })

  test('a caller can abort it, before and during the request', async () => {
    const stop = new AbortController()
    const server = await serve((_request, response) => {
      response.write('begin')
      stop.abort()
    })
    const fetch = open()
    expect(await codeOf(fetch(`http://site.test:${server.port}/`, { signal: stop.signal }))).toBe('aborted')
    const sockets = await countSockets(async () => {
      expect(await codeOf(fetch(`http://site.test:${server.port}/`, { signal: stop.signal }))).toBe('aborted')
    })
    expect(sockets).toBe(0)
  })
})

function drip(request: {
  readonly socket: { write: (text: string) => unknown; readonly destroyed: boolean }
}): void {
  const { socket } = request
  socket.write('HTTP/1.1 200 OK\r\n')
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer)
    else socket.write('x: y\r\n')
  }, 5)
}

describe('failures have readable messages', () => {
  test('refused connection, unresolved name, broken response', async () => {
    const server = await serve((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('part')
      setTimeout(() => request.socket.destroy(), 20)
    })
    expect(await codeOf(open()(`http://site.test:${server.port}/`))).toBe('not-connected')
    const closed = await startServer(() => undefined)
    await closed.close()
    expect(await codeOf(open()(`http://site.test:${closed.port}/`))).toBe('not-connected')
    const empty = open({ resolve: () => Promise.resolve([]) })
    expect(await codeOf(empty('http://site.test/'))).toBe('not-resolved')
  })

  test('a long address and a flood of headers', async () => {
    const server = await serve((_request, response) => response.setHeader('x', 'y'.repeat(100_000)).end())
    expect(await codeOf(open()(`http://site.test:${server.port}/`))).toBe('too-large')
    expect(await codeOf(open()(`http://site.test/${'a'.repeat(20_000)}`))).toBe('invalid-url')
  })

  test('tries the next address if the first does not respond', async () => {
    const server = await serve((_request, response) => response.end('second'))
    const fetch = open({ resolve: () => Promise.resolve(['::1', '127.0.0.1']) })
    expect(text((await fetch(`http://site.test:${server.port}/`)).body)).toBe('second')
  })
})
