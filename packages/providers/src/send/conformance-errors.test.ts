import { expect, test } from 'vitest'
import { describeAdapters, JSON_HEADERS, KEY, textOf } from './testing/conformance-suite.ts'

describeAdapters('errors and retries', ({ model, headers, record, input, start, send }) => {
  test('a refused key is reported with provider, status and message, and does not leak', async () => {
    const message = `Incorrect API key provided: ${KEY}. Authorization: Bearer ${KEY}`
    const body = { error: { message, type: 'invalid_request_error', code: 'invalid_api_key' } }
    const server = await start({ status: 401, headers: JSON_HEADERS, chunks: [JSON.stringify(body)] })
    const events = await send(server)
    expect(events).toMatchObject([
      {
        kind: 'error',
        error: {
          code: 'unauthorized',
          status: 401,
          provider: model.provider,
          providerCode: 'invalid_api_key',
        },
      },
    ])
    expect(JSON.stringify(events)).toContain('Incorrect API key provided')
    expect(JSON.stringify(events)).not.toContain(KEY)
    expect(JSON.stringify(events)).not.toContain(KEY.slice(10))
    expect(server.received).toHaveLength(1)
  })

  test('retries before the first byte, as the provider asks', async () => {
    const failed = { headers: JSON_HEADERS, chunks: ['{"error":{"message":"later"}}'] }
    const server = await start(
      { ...failed, status: 429, headers: { ...JSON_HEADERS, 'retry-after': '7' } },
      { ...failed, status: 529 },
      { headers, chunks: record({ texts: ['At last.'] }) },
    )
    const waits: number[] = []
    const wait = async (milliseconds: number): Promise<void> => {
      waits.push(milliseconds)
    }
    const events = await send(server, input, { wait })
    expect(textOf(events)).toBe('At last.')
    expect(waits).toEqual([7_000, 1_000])
    expect(new Set(server.received.map(({ bodyText }) => bodyText)).size).toBe(1)
  })

  test('reports a persistent failure', async () => {
    const failed = { status: 500, headers: JSON_HEADERS, chunks: ['{"error":{"message":"broken"}}'] }
    const server = await start(failed, failed, failed)
    const events = await send(server)
    expect(events).toMatchObject([{ kind: 'error', error: { code: 'server-error', status: 500 } }])
    expect(server.received).toHaveLength(3)
  })

  test('does not retry a refused request or a long wait', async () => {
    const bad = { status: 400, headers: JSON_HEADERS, chunks: ['{"error":{"message":"no"}}'] }
    const full = { status: 429, headers: { ...JSON_HEADERS, 'retry-after': '3600' }, chunks: ['{}'] }
    const server = await start(bad, full)
    expect(await send(server)).toMatchObject([
      { kind: 'error', error: { code: 'bad-request', message: 'no' } },
    ])
    expect(await send(server)).toMatchObject([
      { kind: 'error', error: { code: 'rate-limited', retryAfterSeconds: 3_600 } },
    ])
    expect(server.received).toHaveLength(2)
  })

  test('reports a page or an error in place of a stream as such', async () => {
    const as = (type: string, text: string) => ({ headers: { 'content-type': type }, chunks: [text] })
    const whole = model.protocol === 'ollama' ? 'application/x-ndjson' : 'application/json'
    const server = await start(
      as('text/html; charset=utf-8', '<html>Sign in</html>'),
      as(whole, '{"error":"no room"}\n'),
    )
    expect(await send(server)).toMatchObject([
      { kind: 'error', error: { code: 'bad-response', message: expect.stringContaining('a web page came') } },
    ])
    expect(await send(server)).toMatchObject([
      { kind: 'error', error: { code: 'bad-response', message: 'no room' } },
    ])
    expect(server.received).toHaveLength(2)
  })

  test('an unreachable server is a network error', async () => {
    const server = await start()
    const baseUrl = server.origin
    server.stop()
    expect(await send(server, input, { baseUrl })).toMatchObject([
      { kind: 'error', error: { code: 'network' } },
    ])
  })
})
