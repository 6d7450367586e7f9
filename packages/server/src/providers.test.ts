import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  ChatView,
  InspectionView,
  ModelView,
  ProviderView,
  SendResponse,
  TurnView,
} from '@varve/contract'
import { type SimulatedServer, simulatedServer } from './testing/simulated-server.ts'
import { parseEvents, turnOf } from './testing/test-server.ts'

const CANARIES = {
  environment: 'canary-environment-7f3a91c2',
  google: 'canary-google-51b0d7e4',
  typed: 'canary-typed-c08e2a6d',
  refused: 'canary refused 9d41\n',
} as const

let it: SimulatedServer
/** Everything that came out of the server. */
const heard: string[] = []
let isStopped = false

beforeAll(async () => {
  it = await simulatedServer({
    environment: { ANTHROPIC_API_KEY: CANARIES.environment, GEMINI_API_KEY: CANARIES.google },
    models: [
      { id: 'anthropic/claude-sonnet-4-5', wireModel: 'claude-sonnet-4-5-sim-401-echo' },
      { id: 'openai/gpt-5.4', wireModel: 'gpt-5.4-sim-401-echo' },
      { id: 'google/gemini-2.5-pro', wireModel: 'gemini-2.5-pro-sim-401-echo' },
      { id: 'anthropic/claude-haiku-4-5', wireModel: 'claude-haiku-4-5-sim-reasoning' },
      { id: 'openai/unknown' },
      { id: 'ollama/qwen3:8b', window: 8192 },
    ],
  })
})

afterAll(async () => {
  if (!isStopped) await it.stop()
  it.remove()
})

async function hear(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await it.call(method, path, body)
  heard.push(JSON.stringify([...response.headers]), await response.clone().text())
  return response
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await hear(method, path, body)).json()) as T
}

async function ask(
  modelId: string,
  chat?: string,
): Promise<{ chatId: string; turn: TurnView; text: string }> {
  const chatId = chat ?? (await json<ChatView>('POST', '/api/workspaces/first/chats', {})).id
  const draft = { text: 'When is the launch?', attach: ['plan.md'], modelId }
  await json('POST', `/api/workspaces/first/chats/${chatId}/forecast`, draft)
  const { answerId } = await json<SendResponse>('POST', `/api/workspaces/first/chats/${chatId}/turns`, draft)
  const text = await (await hear('GET', `/api/workspaces/first/answers/${answerId}/events`)).text()
  return { chatId, turn: turnOf(parseEvents(text)), text }
}

const models = () => json<readonly ModelView[]>('GET', '/api/models')
const providers = () => json<readonly ProviderView[]>('GET', '/api/providers')

describe('models', () => {
  test('lists offline first, then local models, then the catalogue, with what each lacks', async () => {
    const listed = await models()
    expect(listed[0]).toMatchObject({ id: 'offline', location: 'offline', ready: true })
    expect(listed[1]).toMatchObject({ provider: 'ollama', location: 'local', ready: true })
    expect(listed.find(({ id }) => id === 'ollama/qwen3:8b')).toMatchObject({
      window: 8192,
      label: 'Ollama, on this machine',
    })
    expect(listed.find(({ id }) => id === 'anthropic/claude-haiku-4-5')).toMatchObject({
      providerName: 'Anthropic',
      location: 'cloud',
      ready: true,
      price: { input: 1, output: 5 },
    })
    const unready = listed.find(({ id }) => id === 'openai/gpt-5.6')
    expect(unready).toMatchObject({ ready: false })
    expect(unready?.unavailable).toContain('OPENAI_API_KEY')
    expect(await json('POST', '/api/models/refresh', {})).toEqual(listed)
  })

  test('an incomplete custom model is reported and does not stop the start', () => {
    expect(it.reports.filter((line) => line.includes('model openai/unknown'))).toHaveLength(1)
  })

  test('a model without a key is refused before anything is stored, and still gets a forecast', async () => {
    const chat = await json<ChatView>('POST', '/api/workspaces/first/chats', {})
    const draft = { text: 'Hello?', attach: [], modelId: 'openai/gpt-5.6' }
    expect((await hear('POST', `/api/workspaces/first/chats/${chat.id}/forecast`, draft)).status).toBe(200)
    const response = await hear('POST', `/api/workspaces/first/chats/${chat.id}/turns`, draft)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      code: 'model-unavailable',
      detail: expect.stringContaining('OPENAI_API_KEY'),
    })
    expect((await json<ChatView>('GET', `/api/workspaces/first/chats/${chat.id}`)).turns).toEqual([])
  })
})

describe('keys', () => {
  test('one is entered, used and deleted; then the environment counts again', async () => {
    const find = async (id: string) => (await providers()).find((provider) => provider.id === id)
    expect(await find('openai')).toMatchObject({
      key: 'none',
      keyVariable: 'OPENAI_API_KEY',
      location: 'cloud',
    })
    expect(await find('anthropic')).toMatchObject({ key: 'environment', name: 'Anthropic' })
    expect(await find('ollama')).toMatchObject({ key: 'not-needed', location: 'local', modelCount: 2 })
    const key = { key: `  ${CANARIES.typed}\n` }
    // The simulator lists its models to anyone, as a local server does: that tells nothing of a key.
    expect(await json('POST', '/api/providers/openai/key/check', key)).toEqual({ kind: 'untold' })
    expect(await json('PUT', '/api/providers/openai/key', key)).toMatchObject({ id: 'openai', key: 'memory' })
    expect(await json('PUT', '/api/providers/anthropic/key', key)).toMatchObject({ key: 'memory' })
    expect(await json('DELETE', '/api/providers/anthropic/key')).toMatchObject({ key: 'environment' })
    expect((await models()).find(({ id }) => id === 'openai/gpt-5.6')).toMatchObject({ ready: true })
    expect((await ask('openai/gpt-5.6')).turn.answer).toMatchObject({
      status: 'complete',
      usage: { reported: true },
    })
  })

  test.each([
    [
      'a key that no header can hold',
      '/api/providers/openai/key',
      { key: CANARIES.refused + CANARIES.refused },
      422,
    ],
    ['an empty one', '/api/providers/openai/key', { key: ' ' }, 422],
    ['a key for a provider that needs none', '/api/providers/ollama/key', { key: CANARIES.typed }, 422],
    ['a key for a provider that is not there', '/api/providers/none/key', { key: CANARIES.typed }, 404],
    [
      'a body in which the key stands in a wrong place',
      '/api/providers/openai/key',
      { [CANARIES.typed]: 1 },
      400,
    ],
    ['a body that is no JSON', '/api/providers/openai/key', CANARIES.typed, 400],
  ])('%s is refused', async (_, path, body, status) => {
    expect((await hear('PUT', path, body)).status).toBe(status)
  })
})

test('reasoning has its own events, with ids to resume from', async () => {
  const { text, turn } = await ask('anthropic/claude-haiku-4-5')
  expect(text).toMatch(/^id: 0-\d+$/m)
  expect(parseEvents(text).some(({ event }) => event.kind === 'reasoning')).toBe(true)
  const resumed = await hear('GET', `/api/workspaces/first/answers/${turn.answer.id}/events?after=5-48`)
  expect(await resumed.text()).toContain(JSON.stringify(turn.answer.text.slice(5)).slice(1, -1))
  expect((await hear('GET', `/api/workspaces/first/answers/${turn.answer.id}/events?after=5-`)).status).toBe(
    400,
  )
})

describe('settings of a chat', () => {
  test('are changed by PATCH, sent with the next message, and shown with its answer', async () => {
    const { id } = await json<ChatView>('POST', '/api/workspaces/first/chats', {})
    const path = `/api/workspaces/first/chats/${id}/settings`
    expect(await json('PATCH', path, { temperature: 0.4, maxOutputTokens: 300 })).toEqual({
      temperature: 0.4,
      maxOutputTokens: 300,
    })
    expect(await json('PATCH', path, { temperature: null })).toEqual({ maxOutputTokens: 300 })
    const { turn } = await ask('anthropic/claude-haiku-4-5', id)
    expect(turn.answer.settings).toEqual({ maxOutputTokens: 300 })
    const chat = await json<ChatView>('GET', `/api/workspaces/first/chats/${id}`)
    expect(chat.settings).toEqual({ maxOutputTokens: 300 })
  })

  test.each([
    [{ temperature: 3 }, 422, 'from 0 to 2'],
    [{ maxOutputTokens: 1.5 }, 422, 'whole number'],
    [{ reasoningEffort: 'huge' }, 422, 'one of none'],
    [{ temperature: 'hot' }, 400, 'temperature'],
    [{ colour: 'red' }, 400, 'colour'],
  ])('%j is refused with a reason', async (body, status, words) => {
    const { id } = await json<ChatView>('POST', '/api/workspaces/first/chats', {})
    const response = await hear('PATCH', `/api/workspaces/first/chats/${id}/settings`, body)
    expect(response.status).toBe(status)
    expect(JSON.stringify(await response.json())).toContain(words)
    expect((await hear('PATCH', '/api/workspaces/first/chats/none/settings', {})).status).toBe(404)
  })
})

describe('a canary key', () => {
  test('echoed in a provider’s error appears nowhere', async () => {
    const echoed = await fetch(`${it.simulator.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${CANARIES.typed}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-5.4-sim-401-echo', messages: [{ role: 'user', content: 'x' }] }),
    })
    // The simulator does repeat it: what follows can fail.
    expect(await echoed.text()).toContain(CANARIES.typed)
    for (const modelId of ['anthropic/claude-sonnet-4-5', 'openai/gpt-5.4', 'google/gemini-2.5-pro']) {
      const { chatId, turn } = await ask(modelId)
      expect(turn.answer).toMatchObject({ status: 'failed', text: '' })
      expect(turn.answer.error).toContain('answered 401: Incorrect API key provided. You sent: [removed]')
      const inspection = await json<InspectionView>(
        'GET',
        `/api/workspaces/first/chats/${chatId}/turns/1/inspection`,
      )
      expect(inspection.wire?.bodyText).toContain('When is the launch?')
      await json('GET', `/api/workspaces/first/chats/${chatId}`)
    }
    await models()
    await providers()
    await json('GET', '/api/workspaces/first/chats')
  })

  test('appears in no response, event, log line or byte on disk', async () => {
    await it.stop()
    isStopped = true
    const stored = readdirSync(it.base, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
    // The message of the failed turn is there, so the search does cover stored texts.
    expect(stored.some((text) => text.includes('You sent: [removed]'))).toBe(true)
    const everything = [...heard, ...it.reports, ...stored].join('\n')
    for (const canary of Object.values(CANARIES)) {
      const plain = canary.trim()
      expect(everything).not.toContain(plain)
      expect(everything).not.toContain(Buffer.from(plain).toString('base64').replace(/=+$/, ''))
      expect(everything).not.toContain(encodeURIComponent(plain))
    }
  })
})
