import type { Message } from '@varve/engine'
import { EMPTY_CACHE_MEMORY } from '@varve/engine/internal'
import { testTokenizer } from '@varve/engine/testing'
import { expect, onTestFinished, test } from 'vitest'
import { cacheProfileOf } from '../catalogue/catalogue-model.ts'
import { type Simulator, startSimulator } from '@varve/lab/simulator'
import { forecastRequest } from '../usage/forecast-request.ts'
import type { ProviderEvent } from '../wire/wire.ts'
import { buildCacheObject, buildRequest } from './build-request.ts'
import type { CallInput } from '../request/call-input.ts'
import {
  type CacheObjectRecord,
  type CacheObjectStore,
  type EnsureInput,
  GeminiCacheManager,
  paysForObject,
} from './gemini-cache-manager.ts'
import { sendRequest } from './send-request.ts'
import { find } from './testing/conformance-adapters.ts'

const model = find('google/gemini-2.5-pro')
const LIBRARY = 'A line of the library that everyone asks about. '.repeat(400)
const messages: readonly Message[] = [
  { role: 'system', parts: [{ kind: 'text', text: 'You are Varve.' }] },
  {
    role: 'user',
    parts: [
      { kind: 'text', text: LIBRARY },
      { kind: 'text', text: '\n\nWhat does it say?' },
    ],
  },
]
const tools = [{ name: 'read', description: 'Reads', parameters: { type: 'object', properties: {} } }]
const call: CallInput = { model, messages, tools }
const key = { conversation: 'c1', systemHash: 's', libraryHash: 'l', toolsHash: 't' }
const ensured: EnsureInput = { key, call, blocks: 2, baseTokens: 4_800, expectedCalls: 20 }

function memoryStore(): CacheObjectStore & { readonly records: CacheObjectRecord[] } {
  const records: CacheObjectRecord[] = []
  const remove = async ({ name }: CacheObjectRecord): Promise<void> => {
    const at = records.findIndex((record) => record.name === name)
    if (at >= 0) records.splice(at, 1)
  }
  return {
    records,
    list: async (conversation) => records.filter((record) => record.conversation === conversation),
    save: async (record) => {
      await remove(record)
      records.push(record)
    },
    remove,
  }
}

async function start(): Promise<{
  readonly simulator: Simulator
  readonly manager: GeminiCacheManager
  readonly store: ReturnType<typeof memoryStore>
  readonly baseUrl: string
  pass: (seconds: number) => void
}> {
  let now = Date.parse('2026-01-05T09:00:00Z')
  const simulator = await startSimulator({
    clock: () => now,
    tokenizer: testTokenizer,
    profiles: { gemini: cacheProfileOf(model) },
  })
  onTestFinished(() => simulator.close())
  const baseUrl = `${simulator.url}/v1beta`
  const store = memoryStore()
  const manager = new GeminiCacheManager({ fetch, baseUrl, key: 'sk-test-key', now: () => now, store })
  const pass = (seconds: number): void => {
    now += seconds * 1_000
  }
  return { simulator, manager, store, baseUrl, pass }
}

async function send(
  input: CallInput,
  baseUrl: string,
  gone: string[] = [],
): Promise<readonly ProviderEvent[]> {
  const events: ProviderEvent[] = []
  const onCachedContentGone = (name: string): void => {
    gone.push(name)
  }
  for await (const event of sendRequest(input, { fetch, baseUrl, key: 'sk-test-key', onCachedContentGone }))
    events.push(event)
  return events
}

test('a cache is created once, used by later calls, and covers system text, tools and base', async () => {
  const { manager, baseUrl, simulator } = await start()
  const cachedContent = await manager.ensure(ensured)
  expect(cachedContent?.blocks).toBe(2)
  expect(await manager.ensure(ensured)).toEqual(cachedContent)
  expect(simulator.requests.filter(({ path }) => path.endsWith('/cachedContents'))).toHaveLength(1)
  if (!cachedContent) return
  const named = { ...call, cache: { cachedContent } }
  const request = await buildRequest(named)
  expect(request.body).toMatchObject({ cachedContent: cachedContent.name })
  expect(Object.keys(request.body)).not.toContain('systemInstruction')
  expect(Object.keys(request.body)).not.toContain('tools')
  expect(request.bodyText).not.toContain('library')
  const events = await send(named, baseUrl)
  const usage = events.find((event) => event.kind === 'usage')
  const object = await buildCacheObject(call, 2)
  const at = Date.parse('2026-01-05T09:00:00Z')
  const first = forecastRequest({
    model,
    request,
    memory: EMPTY_CACHE_MEMORY,
    tokenizer: testTokenizer,
    at,
    object,
  })
  const forecast = forecastRequest({
    model,
    request,
    memory: first.memory,
    tokenizer: testTokenizer,
    at,
    object,
  })
  expect(usage).toMatchObject({
    usage: { input: forecast.usage.input, cached: forecast.usage.cached, uncached: forecast.usage.uncached },
  })
  expect(forecast.usage.cached).toBeGreaterThan(4_000)
})

test('a lost cache is reported, and the call continues without it', async () => {
  const { baseUrl, store, manager } = await start()
  const gone: string[] = []
  const cachedContent = { name: 'cachedContents/gone', blocks: 2 }
  const events = await send({ ...call, cache: { cachedContent } }, baseUrl, gone)
  expect(gone).toEqual(['cachedContents/gone'])
  expect(events.at(-1)).toEqual({ kind: 'finish', reason: 'stop' })
  await manager.ensure(ensured)
  await manager.forget('c1', store.records[0]?.name ?? '')
  expect(store.records).toEqual([])
})

test('another base replaces the cache, a short remaining life renews it, an expired one is recreated', async () => {
  const { manager, store, simulator, pass } = await start()
  const first = await manager.ensure(ensured)
  const second = await manager.ensure({ ...ensured, key: { ...key, libraryHash: 'other' } })
  expect(second?.name).not.toBe(first?.name)
  expect(store.records.map(({ name }) => name)).toEqual([second?.name])
  expect(simulator.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  pass(3_000)
  const again = { ...ensured, key: { ...key, libraryHash: 'other' } }
  expect(await manager.ensure(again)).toEqual(second)
  expect(simulator.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
  pass(4_000)
  expect((await manager.ensure(again))?.name).not.toBe(second?.name)
})

test('the caches of a chat are deleted with it, at the provider too', async () => {
  const { manager, store, simulator } = await start()
  const made = await manager.ensure(ensured)
  await manager.deleteConversation('c1')
  expect(store.records).toEqual([])
  expect(simulator.requests.at(-1)).toMatchObject({
    method: 'DELETE',
    path: `/v1beta/${made?.name}`,
    status: 200,
  })
})

test('a cache that could not be deleted is retried, and no call uses it until then', async () => {
  const { store, baseUrl, simulator } = await start()
  let status = 503
  const now = Date.parse('2026-01-05T09:00:00Z')
  const manager = new GeminiCacheManager({
    fetch: (target, init) =>
      init?.method === 'DELETE' && status !== 200
        ? Promise.resolve(new Response(null, { status }))
        : fetch(target, init),
    baseUrl,
    key: 'sk-test-key',
    now: () => now,
    store,
  })
  const first = await manager.ensure(ensured)
  const other = { ...ensured, key: { ...key, libraryHash: 'other' } }
  const second = await manager.ensure(other)
  expect(store.records.map(({ name }) => name)).toEqual([first?.name, second?.name])
  expect(await manager.find(other.key, model)).toEqual(second)
  status = 200
  await manager.deleteConversation('c1')
  expect(store.records).toEqual([])
  expect(simulator.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(2)
  // What the provider does not know any more is forgotten here as well.
  await manager.ensure(ensured)
  status = 404
  await manager.deleteConversation('c1')
  expect(store.records).toEqual([])
})

test('a cache that cannot be recorded is deleted again, and an invalid response creates none', async () => {
  const { store, baseUrl, simulator } = await start()
  const options = { baseUrl, key: 'sk-test-key', now: () => 0 }
  const full = { ...store, save: () => Promise.reject(new Error('The disk is full.')) }
  const forgetful = new GeminiCacheManager({ ...options, fetch, store: full })
  await expect(forgetful.ensure(ensured)).rejects.toThrow('The disk is full.')
  expect(simulator.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
  const page = () => Promise.resolve(new Response('<html>Welcome to the hotel</html>', { status: 200 }))
  expect(await new GeminiCacheManager({ ...options, fetch: page, store }).ensure(ensured)).toBeUndefined()
})

test('no cache if the model takes none, the base is small, calls do not pay, or the provider refuses', async () => {
  const { manager, simulator } = await start()
  const off = { ...model, cache: { ...model.cache, object: false } }
  expect(await manager.ensure({ ...ensured, call: { ...call, model: off } })).toBeUndefined()
  expect(await manager.ensure({ ...ensured, baseTokens: 2_047 })).toBeUndefined()
  expect(await manager.ensure({ ...ensured, expectedCalls: 5 })).toBeUndefined()
  expect(simulator.requests).toEqual([])
  const broken = new GeminiCacheManager({
    fetch: () => Promise.reject(new TypeError('fetch failed')),
    baseUrl: 'http://127.0.0.1:1',
    key: 'k',
    now: () => 0,
    store: memoryStore(),
  })
  expect(await broken.ensure(ensured)).toBeUndefined()
})

test('a cache pays if reading it often enough saves more than creating and storing it', () => {
  // 1.25 + n × 0.125 + 4.5 for an hour, against n × 1.25: from the sixth call on.
  expect([5, 6].map((expectedCalls) => paysForObject({ ...ensured, expectedCalls }, 3_600))).toEqual([
    false,
    true,
  ])
  expect(paysForObject({ ...ensured, expectedCalls: 6 }, 7_200)).toBe(false)
  // What Gemini finds by itself need not be saved.
  expect(paysForObject({ ...ensured, expectedCalls: 6, implicitHits: 0.5 }, 3_600)).toBe(false)
  expect(paysForObject({ ...ensured, expectedCalls: 12, implicitHits: 0.5 }, 3_600)).toBe(true)
  expect(paysForObject({ ...ensured, expectedCalls: 1000, implicitHits: 1 }, 3_600)).toBe(false)
})

test('a base ending with an answer becomes a cache ending with it', async () => {
  const answered: CallInput = {
    ...call,
    messages: [
      ...messages,
      { role: 'assistant', parts: [{ kind: 'text', text: 'Much.' }] },
      { role: 'user', parts: [{ kind: 'text', text: 'And?' }] },
    ],
  }
  const { body } = await buildCacheObject(answered, 4)
  expect(body['contents']).toMatchObject([{ role: 'user' }, { role: 'model', parts: [{ text: 'Much.' }] }])
  expect((await buildCacheObject(answered, 1)).body).not.toHaveProperty('contents')
})
