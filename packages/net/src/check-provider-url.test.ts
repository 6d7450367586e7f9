import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkProviderUrl, createProviderFetch } from './create-provider-fetch.ts'
import { NetError } from './net-error.ts'
import type { Resolver } from './resolve-target.ts'
import { countSockets } from './testing/count-sockets.ts'
import { startServer, type TestServer } from './testing/start-server.ts'

const names: Readonly<Record<string, readonly string[]>> = {
  'api.example.test': ['8.8.8.8'],
  localhost: ['127.0.0.1', '::1'],
  'gpu.lan': ['192.168.1.20'],
  'tail.example.test': ['100.101.102.103'],
  'mixed.example.test': ['8.8.8.8', '10.0.0.1'],
  'link.example.test': ['169.254.10.10'],
}
const resolve: Resolver = (name) =>
  names[name] === undefined ? Promise.reject(new Error('ENOTFOUND')) : Promise.resolve(names[name])

describe('[SSRF] provider addresses', () => {
  test.each([
    ['https://api.example.test/v1', [], 'public'],
    ['http://127.0.0.1:11434', ['http://127.0.0.1:11434'], 'this-machine'],
    ['http://localhost:11434/v1', ['http://localhost:11434'], 'this-machine'],
    ['http://gpu.lan:8000/v1', ['http://gpu.lan:8000/v1'], 'local-network'],
    ['http://[::1]:11434', ['http://[::1]:11434'], 'this-machine'],
    ['http://tail.example.test/v1', ['http://tail.example.test'], 'local-network'],
    ['http://mixed.example.test/v1', ['http://mixed.example.test'], 'public'],
  ] as const)('%s with %j in the configuration is allowed: %s', async (url, named, place) => {
    expect(await checkProviderUrl(url, { named, resolve })).toMatchObject({ kind: 'allowed', place })
  })

  test.each([
    ['http://127.0.0.1:11434', [], 'address-forbidden'],
    ['http://127.0.0.1:11434', ['http://127.0.0.1:11435'], 'address-forbidden'],
    ['http://127.0.0.1:11434', ['https://127.0.0.1:11434'], 'address-forbidden'],
    ['http://127.0.0.1:11434', ['not an address', ''], 'address-forbidden'],
    ['http://localhost:11434', ['http://127.0.0.1:11434'], 'name-forbidden'],
    ['http://gpu.lan:8000/', [], 'name-forbidden'],
    ['http://tail.example.test/', [], 'address-forbidden'],
    ['http://mixed.example.test/', [], 'address-forbidden'],
    ['http://169.254.169.254/', ['http://169.254.169.254/'], 'address-forbidden'],
    ['http://link.example.test/', ['http://link.example.test/'], 'address-forbidden'],
    ['http://[fd00:ec2::254]/', ['http://[fd00:ec2::254]/'], 'address-forbidden'],
    ['http://metadata.google.internal/', ['http://metadata.google.internal/'], 'name-forbidden'],
    ['http://0.0.0.0:11434', ['http://0.0.0.0:11434'], 'address-forbidden'],
    ['http://[::ffff:127.0.0.1]/', ['http://[::ffff:127.0.0.1]/'], 'address-forbidden'],
    ['https://name:password@api.example.test/', [], 'credentials-forbidden'],
    ['ftp://api.example.test/', [], 'scheme-forbidden'],
    ['https://gone.example.test/', [], 'not-resolved'],
    ['nonsense', [], 'invalid-url'],
  ] as const)('%s with %j in the configuration is refused: %s', async (url, named, code) => {
    const verdict = await checkProviderUrl(url, { named, resolve })
    expect(verdict).toMatchObject({ kind: 'refused', error: { code } })
  })
})

describe('[SSRF] provider calls', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startServer((request, response) => {
      if (request.url === '/redirect') response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()
      else request.pipe(response)
    })
  })

  afterAll(() => server.close())

  test('a configured address is called, with body and stream, and a redirect is returned', async () => {
    const url = `http://model.example.test:${server.port}`
    const fetch = createProviderFetch({ named: [url], resolve: () => Promise.resolve(['127.0.0.1']) })
    const response = await fetch(`${url}/chat`, { method: 'POST', body: 'hello' })
    expect(await response.text()).toBe('hello')
    const redirect = await fetch(new URL(`${url}/redirect`), { method: 'POST', body: 'key' })
    expect(redirect.status).toBe(307)
    await redirect.arrayBuffer()
  })

  test('the address is checked at connection time', async () => {
    const url = `http://model.example.test:${server.port}`
    let address = '169.254.169.254'
    const fetch = createProviderFetch({ named: [url], resolve: () => Promise.resolve([address]) })
    const before = server.connections()
    const sockets = await countSockets(async () => {
      for (address of ['169.254.169.254', 'fe80::1', '0.0.0.0', '::ffff:127.0.0.1'])
        await expect(fetch(url)).rejects.toMatchObject({ code: 'address-forbidden' })
    })
    expect([sockets, server.connections()]).toEqual([0, before])
  })

  test('an unconfigured address is not called', async () => {
    const fetch = createProviderFetch({ named: [] })
    await expect(fetch(`http://127.0.0.1:${server.port}`)).rejects.toBeInstanceOf(NetError)
    await expect(fetch(new Request('http://127.0.0.1/'))).rejects.toBeInstanceOf(NetError)
  })
})
