import { expect, test } from 'vitest'
import type { ProviderEvent } from '../wire/wire.ts'
import { sendRequest } from './send-request.ts'
import { describeAdapters, KEY, textOf } from './testing/conformance-suite.ts'

describeAdapters('the stream, usage, abort', ({ headers, record, usage, input, start, send }) => {
  test('text arrives in pieces, with usage, and ends with a finish', async () => {
    const server = await start({ headers, chunks: record({ texts: ['Hel', 'lo.'] }) })
    const events = await send(server)
    expect(textOf(events)).toBe('Hello.')
    expect(events.filter(({ kind }) => kind === 'usage')).toEqual([{ kind: 'usage', usage }])
    expect(events.at(-1)).toEqual({ kind: 'finish', reason: 'stop' })
  })

  test('an abort reaches the provider, and what arrived is kept', async () => {
    const chunks = record({ texts: ['Some words.', ' And', ' some', ' more.'] })
    const server = await start({ headers, chunks: chunks.slice(0, -3), after: 'silence' })
    const abort = new AbortController()
    const events: ProviderEvent[] = []
    const transport = { fetch, baseUrl: server.origin, key: KEY, signal: abort.signal }
    for await (const event of sendRequest(input, transport)) {
      events.push(event)
      if (event.kind === 'text') abort.abort()
    }
    await server.received[0]?.closed
    expect(textOf(events)).toContain('Some words.')
    expect(events.at(-1)).toEqual({ kind: 'finish', reason: 'stopped' })
  })

  test('an abort before sending sends nothing', async () => {
    const server = await start()
    expect(await send(server, input, { signal: AbortSignal.abort() })).toEqual([
      { kind: 'finish', reason: 'stopped' },
    ])
    expect(server.received).toEqual([])
  })

  test('a disconnecting reader stops the provider', async () => {
    const chunks = record({ texts: ['Some words.', ' And', ' some', ' more.'] })
    const server = await start({ headers, chunks: chunks.slice(0, -3), after: 'silence' })
    for await (const event of sendRequest(input, { fetch, baseUrl: server.origin, key: KEY }))
      if (event.kind === 'text') break
    await server.received[0]?.closed
    expect(server.received).toHaveLength(1)
  })

  test.each(['break', 'end'] as const)(
    'an interrupted answer (%s) says so, and is not retried',
    async (after) => {
      const chunks = record({ texts: ['Some words.', ' And', ' some', ' more.'] })
      const server = await start({ headers, chunks: chunks.slice(0, -3), after })
      const events = await send(server)
      expect(textOf(events)).toContain('Some words.')
      expect(events.at(-1)).toEqual({ kind: 'finish', reason: 'cut' })
      expect(server.received).toHaveLength(1)
    },
  )

  test('an answer at its limit says so', async () => {
    const server = await start({ headers, chunks: record({ texts: ['Half'], finish: 'length' }) })
    expect((await send(server)).at(-1)).toEqual({ kind: 'finish', reason: 'length' })
  })
})
