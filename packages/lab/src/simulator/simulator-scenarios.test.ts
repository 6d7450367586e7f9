import { describe, expect, test } from 'vitest'
import { SCENARIO_HEADER } from './script/scenario.ts'
import { parseEvents, parseLines } from './testing/parse-stream.ts'
import { KEYS, runSimulator } from './testing/run-simulator.ts'
import { SMALL_CALLS } from './testing/small-calls.ts'

describe.each(SMALL_CALLS)('$protocol', ({ protocol, path, streamPath, body, stream, withModel }) => {
  test.each(['400', '401', '429', '500', '529'])('%s in the provider’s form', async (name) => {
    const simulator = await runSimulator({ scenarios: [{ kind: 'error', status: Number(name) }] })
    const { status, json } = await simulator.post(path, body)
    expect(status).toBe(Number(name))
    expect(json).toMatchObject(errorShape(protocol))
    expect(simulator.requests.at(-1)).toMatchObject({ status, outcome: 'rejected', protocol })
    // The list is used up: the next one is answered.
    expect((await simulator.post(path, body)).status).toBe(200)
  })

  test('by header and by model name', async () => {
    const simulator = await runSimulator()
    const asked = await simulator.post(path, body, { ...KEYS, [SCENARIO_HEADER]: '429' })
    expect(asked.status).toBe(429)
    expect(asked.headers.get('retry-after')).toBe('1')
    const named = withModel('sim-500')
    expect((await simulator.post(named.path, named.body)).status).toBe(500)
    expect((await simulator.post(path, body, { ...KEYS, [SCENARIO_HEADER]: 'nonsense' })).status).toBe(400)
  })

  test('a 401 may repeat the key, which is never stored', async () => {
    const simulator = await runSimulator({ scenarios: ['401-echo'] })
    const key = 'sk-canary-0123456789'
    const headers = {
      ...KEYS,
      authorization: `Bearer ${key}`,
      'x-api-key': key,
      'x-goog-api-key': key,
    }
    const { json } = await simulator.post(path, body, headers)
    expect(JSON.stringify(json)).toContain(key)
    await fetch(`${simulator.url}${path}?key=${key}`, { method: 'POST', body: JSON.stringify(body) })
    expect(simulator.requests).toHaveLength(2)
    expect(JSON.stringify(simulator.requests)).not.toContain(key)
  })

  test('a connection closed before the first byte', async () => {
    const simulator = await runSimulator({ scenarios: ['drop'] })
    await expect(simulator.post(path, body)).rejects.toThrow('fetch failed')
    expect(simulator.requests.at(-1)).toMatchObject({ status: 0, outcome: 'dropped' })
  })

  test('an interrupted stream or answer', async () => {
    const simulator = await runSimulator({ scenarios: ['cut', 'cut'] })
    const response = await fetch(`${simulator.url}${streamPath}`, {
      method: 'POST',
      headers: KEYS,
      body: JSON.stringify(stream),
    })
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
    await expect(simulator.post(path, body)).rejects.toThrow('terminated')
    expect(simulator.requests.map(({ outcome }) => outcome)).toEqual(['cut', 'cut'])
  })

  test('a stream that ends with an error', async () => {
    const simulator = await runSimulator({ scenarios: ['stream-error'] })
    const text = await simulator.read(streamPath, stream)
    const events = protocol === 'ollama' ? parseLines(text) : parseEvents(text)
    expect(events).toHaveLength(9)
    expect(JSON.stringify(events.at(-1))).toContain('The stream broke off.')
  })

  test('slow chunks: a disconnecting client ends the answer', async () => {
    const simulator = await runSimulator({ scenarios: ['slow'] })
    const abort = new AbortController()
    const response = await fetch(`${simulator.url}${streamPath}`, {
      method: 'POST',
      headers: KEYS,
      body: JSON.stringify(stream),
      signal: abort.signal,
    })
    const reader = response.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    abort.abort()
    await expect.poll(() => simulator.requests[0]?.outcome, { timeout: 20_000 }).toBe('aborted')
  })

  test('endless answers stop at the limit, and filtered ones', async () => {
    const simulator = await runSimulator({ scenarios: ['length', 'filtered'] })
    const [length, filtered] = [await simulator.post(path, body), await simulator.post(path, body)]
    expect(JSON.stringify(length.json)).toMatch(/"(length|max_tokens|max_output_tokens|MAX_TOKENS)"/)
    // Ollama has no word for it.
    const word = protocol === 'ollama' ? /"stop"/ : /"(content_filter|refusal|SAFETY)"/
    expect(JSON.stringify(filtered.json)).toMatch(word)
  })
})

function errorShape(protocol: string): object {
  const message = expect.stringMatching(/./)
  switch (protocol) {
    case 'anthropic':
      return { type: 'error', error: { type: expect.stringMatching(/_(error|large)$/), message } }
    case 'gemini':
      return { error: { code: expect.any(Number), message, status: expect.stringMatching(/^[A-Z_]+$/) } }
    case 'ollama':
      return { error: message }
    default:
      return { error: { message, type: expect.stringMatching(/_error$/), param: null } }
  }
}
