import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGuardedFetch, type GuardedFetch } from './create-guarded-fetch.ts'
import { NetError, type NetErrorCode } from './net-error.ts'
import type { Resolver } from './resolve-target.ts'
import { countSockets } from './testing/count-sockets.ts'
import { FORBIDDEN_ADDRESSES, LITERALS, LOCAL_NAMES, SCHEMES } from './testing/ssrf-vectors.ts'
import { startServer, type TestServer } from './testing/start-server.ts'

/** Stands where the attacker wants to get to. Nothing may ever connect to it. */
let canary: TestServer
/** Stands for a public site; the only place that the guard under test may reach. */
let site: TestServer

const inUrl = (address: string): string => (address.includes(':') ? `[${address}]` : address)
const atCanary = (url: string): string => url.replaceAll('PORT', String(canary.port))

const unknownName: Resolver = (name) => Promise.reject(new Error(`ENOTFOUND ${name}`))

function guard(resolve: Resolver): GuardedFetch {
  return createGuardedFetch({
    resolve,
    allow: ({ address, port }) => address === '127.0.0.1' && port === site.port,
    limits: { milliseconds: 5_000 },
  })
}

async function refusal(fetch: GuardedFetch, url: string): Promise<{ code: NetErrorCode; sockets: number }> {
  let thrown: unknown
  const sockets = await countSockets(async () => {
    await fetch(url).catch((error: unknown) => {
      thrown = error
    })
  })
  if (!(thrown instanceof NetError)) throw new Error(`${url} was not refused: ${String(thrown)}`)
  return { code: thrown.code, sockets }
}

beforeAll(async () => {
  canary = await startServer((_request, response) => response.end('canary'))
  site = await startServer((incoming, response) => {
    const to = new URL(incoming.url ?? '/', 'http://site.test').searchParams.get('to')
    if (to === null) response.end('site')
    else response.writeHead(302, { location: to }).end()
  })
})

afterAll(async () => {
  expect(canary.connections()).toBe(0)
  await Promise.all([canary.close(), site.close()])
})

const count =
  LITERALS.length + LOCAL_NAMES.length + SCHEMES.length + FORBIDDEN_ADDRESSES.length * 5 + SCHEMES.length
test(`[SSRF] at least 150 vectors are tried: ${count}`, () => {
  expect(count).toBeGreaterThanOrEqual(150)
})

describe('[SSRF] an address in the URL is refused before connecting', () => {
  test.each(LITERALS)('%s', async (url, code) => {
    expect(await refusal(guard(unknownName), atCanary(url))).toEqual({ code, sockets: 0 })
    expect(canary.connections()).toBe(0)
  })
})

describe('[SSRF] only http and https leave', () => {
  test.each(SCHEMES)('%s', async (url) => {
    expect(await refusal(guard(unknownName), atCanary(url))).toEqual({ code: 'scheme-forbidden', sockets: 0 })
  })
})

describe('[SSRF] names of this machine, its network and metadata services are refused unresolved', () => {
  test.each(LOCAL_NAMES)('%s', async (name) => {
    let asked = 0
    const resolve: Resolver = () => {
      asked += 1
      return Promise.resolve(['127.0.0.1'])
    }
    const result = await refusal(guard(resolve), `http://${name}:${site.port}/`)
    expect({ ...result, asked }).toEqual({ code: 'name-forbidden', sockets: 0, asked: 0 })
  })
})

describe('[SSRF] a name that resolves to a forbidden address', () => {
  test.each(FORBIDDEN_ADDRESSES)('%s, alone and mixed with a good one', async (address) => {
    for (const answer of [[address], ['127.0.0.1', address], [address, '127.0.0.1'], ['8.8.8.8', address]]) {
      // The canary's port: 127.0.0.1 is allowed at the site's only.
      const result = await refusal(
        guard(() => Promise.resolve(answer)),
        `http://evil.test:${canary.port}/`,
      )
      expect(result).toEqual({ code: 'address-forbidden', sockets: 0 })
    }
  })

  test.each(FORBIDDEN_ADDRESSES.filter((address) => address !== '127.0.0.1'))(
    '%s beside the allowed site: the site is not reached either',
    async (address) => {
      const fetch = guard(() => Promise.resolve(['127.0.0.1', address]))
      const result = await refusal(fetch, `http://evil.test:${site.port}/`)
      expect(result).toEqual({ code: 'address-forbidden', sockets: 0 })
    },
  )

  test.each(['', 'localhost', '127.1', '2130706433', '0x7f000001', '127.0.0.1:80', 'fe80::1%lo', '::1%lo'])(
    'a resolver result other than a plain public address: %j',
    async (answer) => {
      const result = await refusal(
        guard(() => Promise.resolve([answer])),
        `http://evil.test:${canary.port}/`,
      )
      expect(result).toEqual({ code: 'address-forbidden', sockets: 0 })
    },
  )
})

describe('[SSRF] every redirect is checked again', () => {
  const names: Resolver = (name) =>
    name === 'site.test' ? Promise.resolve(['127.0.0.1']) : unknownName(name)
  const through = (to: string): string => `http://site.test:${site.port}/?to=${encodeURIComponent(to)}`

  test.each(FORBIDDEN_ADDRESSES)('to %s', async (address) => {
    const result = await refusal(guard(names), through(`http://${inUrl(address)}:${canary.port}/`))
    expect(result).toEqual({ code: 'address-forbidden', sockets: 1 })
    const twice = through(through(`http://${inUrl(address)}:${canary.port}/`))
    expect(await refusal(guard(names), twice)).toEqual({ code: 'address-forbidden', sockets: 2 })
  })

  test.each(FORBIDDEN_ADDRESSES)('to a name that resolves to %s', async (address) => {
    const resolve: Resolver = (name) => Promise.resolve([name === 'site.test' ? '127.0.0.1' : address])
    const result = await refusal(guard(resolve), through(`http://evil.test:${canary.port}/`))
    expect(result).toEqual({ code: 'address-forbidden', sockets: 1 })
  })

  test.each(SCHEMES)('to %s', async (url) => {
    const result = await refusal(guard(names), through(atCanary(url)))
    expect(result).toEqual({ code: 'scheme-forbidden', sockets: 1 })
  })

  test.each([
    ['//127.0.0.1:PORT/', 'address-forbidden'],
    ['\\\\127.0.0.1:PORT\\', 'address-forbidden'],
    ['http://localhost:PORT/', 'name-forbidden'],
    ['http://metadata.google.internal/computeMetadata/v1/', 'name-forbidden'],
    ['http://a:b@site.test:PORT/', 'credentials-forbidden'],
    ['http://site.test:22/', 'port-forbidden'],
  ] as const)('to %s', async (to, code) => {
    expect(await refusal(guard(names), through(atCanary(to)))).toEqual({ code, sockets: 1 })
  })
})

/** macOS has no address of loopback but 127.0.0.1 until one is added by hand. */
describe.skipIf(process.platform === 'darwin')('[SSRF] a name whose address changes between lookups', () => {
  /** At the port of the site, on another address of loopback, where nothing is allowed. */
  let rebound: TestServer

  beforeAll(async () => {
    rebound = await startServer((_request, response) => response.end('rebound'), {
      host: '127.0.0.2',
      port: site.port,
    })
  })

  afterAll(() => rebound.close())

  function rebinding(): Resolver & { readonly asked: () => number } {
    let asked = 0
    const resolve: Resolver = () => {
      asked += 1
      return Promise.resolve([asked === 1 ? '127.0.0.1' : '127.0.0.2'])
    }
    return Object.assign(resolve, { asked: () => asked })
  }

  test('is resolved once, and the connection goes to the checked address', async () => {
    const resolve = rebinding()
    const response = await guard(resolve)(`http://rebind.test:${site.port}/`)
    expect(new TextDecoder().decode(response.body)).toBe('site')
    expect(resolve.asked()).toBe(1)
    expect(rebound.connections()).toBe(0)
  })

  test('a redirect to the same name resolves again, and the new address is checked', async () => {
    const url = `http://rebind.test:${site.port}/?to=${encodeURIComponent('/again')}`
    expect(await refusal(guard(rebinding()), url)).toEqual({ code: 'address-forbidden', sockets: 1 })
    expect(rebound.connections()).toBe(0)
  })

  test('no connection is kept for a second fetch', async () => {
    const fetch = guard(rebinding())
    await fetch(`http://rebind.test:${site.port}/`)
    const second = await refusal(fetch, `http://rebind.test:${site.port}/`)
    expect(second).toEqual({ code: 'address-forbidden', sockets: 0 })
  })

  test('the defence matters: resolving again after the check reaches the other server', async () => {
    const resolve = rebinding()
    expect(await resolve('rebind.test')).toEqual(['127.0.0.1'])
    const [address] = await resolve('rebind.test')
    const naive = await request(`http://${address}:${site.port}/`)
    expect(await naive.body.text()).toBe('rebound')
  })
})

describe('[SSRF] the canary is reachable without the guard', () => {
  const loopback = LITERALS.map(([url]) => url).filter(
    (url) => url.startsWith('http:') && URL.parse(url.replace('PORT', '1'))?.hostname === '127.0.0.1',
  )

  test(`by each of ${loopback.length} spellings of 127.0.0.1`, async () => {
    const open = await startServer((_request, response) => response.end('open'))
    try {
      const fetch = createGuardedFetch({ allow: () => true })
      const usable = loopback.filter((url) => !url.includes('@127') && !url.includes('user:'))
      for (const url of usable) {
        const response = await fetch(url.replace('PORT', String(open.port)))
        expect(new TextDecoder().decode(response.body)).toBe('open')
      }
      expect(open.connections()).toBe(usable.length)
      expect(usable.length).toBeGreaterThan(25)
    } finally {
      await open.close()
    }
  })

  test('but no policy opens metadata services and link-local addresses', async () => {
    const fetch = createGuardedFetch({ allow: () => true })
    for (const host of ['169.254.169.254', '169.254.7.7', '[fd00:ec2::254]', '[fe80::1]', '168.63.129.16'])
      expect(await refusal(fetch, `http://${host}/`)).toEqual({ code: 'address-forbidden', sockets: 0 })
  })
})
