import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CatalogueModel } from './catalogue-model.ts'
import { checkProviderKey } from './check-key.ts'

type Reply = readonly [status: number, body: unknown]

const RIGHT = 'right-key'
const list = { data: [{ id: 'a' }, { id: 'b' }] }
/** What each path says to a request. */
const REPLIES: Readonly<Record<string, (headers: IncomingHttpHeaders) => Reply>> = {
  '/v1/models': ({ authorization }) =>
    authorization === `Bearer ${RIGHT}` ? [200, list] : [401, { error: 'no' }],
  '/anthropic/models?limit=1000': ({ 'x-api-key': key, 'anthropic-version': version }) =>
    key === RIGHT && version !== undefined ? [200, list] : [401, {}],
  '/google/models?pageSize=1000': ({ 'x-goog-api-key': key }) => {
    if (key === undefined) return [403, {}]
    return key === RIGHT
      ? [200, { models: [{}, {}, {}] }]
      : [400, { error: { message: 'API key not valid.' } }]
  },
  '/router/key': ({ authorization }) => (authorization === `Bearer ${RIGHT}` ? [200, {}] : [401, {}]),
  '/open/models': () => [200, list],
  '/narrow/models': () => [403, { error: 'This API key may not list models.' }],
}

let server: Server
let origin = ''

beforeAll(async () => {
  server = createServer(({ url = '', headers }, answer) => {
    const [status, body] = REPLIES[url]?.(headers) ?? [404, {}]
    answer.writeHead(status).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

function check(
  path: string,
  key: string,
  place: Partial<Pick<CatalogueModel, 'provider' | 'protocol'>> = {},
) {
  const baseUrl = path.startsWith('http') ? path : `${origin}${path}`
  return checkProviderKey(
    { provider: 'mistral', protocol: 'openai-chat', baseUrl, ...place },
    { key, fetch, timeoutMs: 2_000 },
  )
}

test('a key that lists models works, and the models are counted', async () => {
  expect(await check('/v1', RIGHT)).toEqual({ kind: 'works', models: 2 })
  expect(await check('/anthropic', RIGHT, { protocol: 'anthropic' })).toEqual({ kind: 'works', models: 2 })
  expect(await check('/google', RIGHT, { protocol: 'gemini' })).toEqual({ kind: 'works', models: 3 })
  expect(await check('/router', RIGHT, { provider: 'openrouter' })).toEqual({ kind: 'works' })
})

test('a rejected key is refused, in any wording', async () => {
  expect(await check('/v1', 'banana')).toEqual({ kind: 'refused' })
  expect(await check('/anthropic', 'banana', { protocol: 'anthropic' })).toEqual({ kind: 'refused' })
  expect(await check('/google', 'banana', { protocol: 'gemini' })).toEqual({ kind: 'refused' })
})

test('a public list, or one that even valid keys may not read, says nothing about the key', async () => {
  expect(await check('/open', 'banana')).toEqual({ kind: 'untold' })
  expect(await check('/narrow', RIGHT)).toEqual({ kind: 'untold' })
  expect(await check('/nothing-there', RIGHT)).toEqual({ kind: 'untold' })
})

test('without a response, nothing is known', async () => {
  expect(await check('http://127.0.0.1:9/v1', RIGHT)).toEqual({ kind: 'unreached' })
})
