import { describe, expect, test } from 'vitest'
import { asText } from '@varve/providers/internal'
import type { JsonObject } from '@varve/providers'
import { textOf } from './testing/letters.ts'
import { parseEvents } from './testing/parse-stream.ts'
import { KEYS, runSimulator, type RunningSimulator, START } from './testing/run-simulator.ts'

const MODEL = 'gemini-2.5-pro'
const PATH = `/v1beta/models/${MODEL}:generateContent`
const STREAM = `/v1beta/models/${MODEL}:streamGenerateContent`

const user = (text: string) => ({ role: 'user', parts: [{ text }] })

describe('Gemini generateContent', () => {
  test('the prompt count includes implicit cache hits, from 4,096 tokens', async () => {
    const simulator = await runSimulator({ scenarios: [{ kind: 'answer', text: 'Hi.', reasoning: 'hmm' }] })
    const body = { contents: [user(textOf('a', 5000))] }
    const first = await simulator.post(PATH, body)
    expect(first.json).toMatchObject({
      candidates: [{ content: { role: 'model' }, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: 5000,
        candidatesTokenCount: 3,
        thoughtsTokenCount: 3,
        totalTokenCount: 5006,
      },
    })
    expect(first.json['usageMetadata']).not.toHaveProperty('cachedContentTokenCount')
    const second = await simulator.post(PATH, body)
    expect(second.json['usageMetadata']).toMatchObject({
      promptTokenCount: 5000,
      cachedContentTokenCount: 5000,
    })
    const small = { contents: [user(textOf('b', 4095))] }
    await simulator.post(PATH, small)
    expect((await simulator.post(PATH, small)).json['usageMetadata']).not.toHaveProperty(
      'cachedContentTokenCount',
    )
  })

  test('streams as events, or as one array by default', async () => {
    const simulator = await runSimulator()
    simulator.play({ kind: 'answer', text: 'Hello there.', chunkCharacters: 6 })
    const events = parseEvents(await simulator.read(`${STREAM}?alt=sse`, { contents: [user('hi')] }))
    expect(events).toMatchObject([
      { candidates: [{ content: { parts: [{ text: 'Hello ' }] } }] },
      { candidates: [{ content: { parts: [{ text: 'there.' }] }, finishReason: 'STOP' }] },
    ])
    simulator.play({ kind: 'answer', text: 'Hello there.', chunkCharacters: 6 })
    expect(JSON.parse(await simulator.read(STREAM, { contents: [user('hi')] }))).toHaveLength(2)
  })
})

describe('Gemini cachedContents', () => {
  const object = {
    model: `models/${MODEL}`,
    systemInstruction: { parts: [{ text: textOf('system', 1000) }] },
    contents: [user(textOf('library', 4000))],
  }
  const create = async (simulator: RunningSimulator, patch: object = {}): Promise<JsonObject> =>
    (await simulator.post('/v1beta/cachedContents', { ...object, ...patch })).json

  const send = async (simulator: RunningSimulator, method: string, name: string, body?: object) => {
    const init = { method, headers: KEYS, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${simulator.url}/v1beta/${name}`, init)
    return { status: response.status, json: await response.json() }
  }

  test('a cache is created for an hour and read by requests that name it', async () => {
    const simulator = await runSimulator()
    const created = await create(simulator)
    expect(created).toMatchObject({
      model: `models/${MODEL}`,
      expireTime: new Date(START + 3_600_000).toISOString(),
      usageMetadata: { totalTokenCount: 5000 },
    })
    expect(simulator.requests.at(-1)?.usage).toMatchObject({ input: 5000, written: 5000, cached: 0 })
    const request = { cachedContent: asText(created['name']), contents: [user('hello')] }
    const used = await simulator.post(PATH, request)
    expect(used.json['usageMetadata']).toMatchObject({
      promptTokenCount: 5005,
      cachedContentTokenCount: 5000,
    })
    simulator.pass(3600)
    expect((await simulator.post(PATH, request)).status).toBe(200)
    // Reading does not lengthen the time for which it was rented.
    simulator.pass(1)
    const gone = await simulator.post(PATH, request)
    expect(gone).toMatchObject({ status: 404, json: { error: { code: 404, status: 'NOT_FOUND' } } })
  })

  test('get, list, another time to live, delete', async () => {
    const simulator = await runSimulator()
    const name = asText((await create(simulator, { ttl: '60s' }))['name'])
    simulator.pass(60)
    const patched = await send(simulator, 'PATCH', `${name}?updateMask=ttl`, { ttl: '120s' })
    expect(patched.json).toMatchObject({ expireTime: new Date(START + 180_000).toISOString() })
    simulator.pass(120)
    expect(await send(simulator, 'GET', name)).toMatchObject({ status: 200, json: { name } })
    expect(await send(simulator, 'GET', 'cachedContents')).toMatchObject({
      json: { cachedContents: [{ name }] },
    })
    expect((await send(simulator, 'DELETE', name)).status).toBe(200)
    expect((await send(simulator, 'GET', name)).status).toBe(404)
    expect((await send(simulator, 'DELETE', name)).status).toBe(404)
    expect((await send(simulator, 'PATCH', name, { ttl: '1s' })).status).toBe(404)
  })

  test('refused: too small, unknown model, invalid time, another model, system text or tools beside it', async () => {
    const simulator = await runSimulator()
    expect(await create(simulator, { contents: [] })).toMatchObject({
      error: { status: 'INVALID_ARGUMENT', message: expect.stringContaining('min_total_token_count=4096') },
    })
    expect(await create(simulator, { model: 'models/nothing' })).toMatchObject({ error: { code: 404 } })
    expect(await create(simulator, { ttl: 'soon' })).toMatchObject({ error: { code: 400 } })
    const request = { cachedContent: asText((await create(simulator))['name']), contents: [user('hello')] }
    const other = await simulator.post('/v1beta/models/gemini-3-pro:generateContent', request)
    expect(other.status).toBe(400)
    for (const own of [
      { systemInstruction: { parts: [{ text: 'x' }] } },
      { tools: [{}] },
      { toolConfig: {} },
    ])
      expect(await simulator.post(PATH, { ...request, ...own })).toMatchObject({
        status: 400,
        json: { error: { message: expect.stringContaining('CachedContent can not be used') } },
      })
  })
})
