import type { Message, Part, ToolDefinition } from '@varve/engine'
import { afterEach, describe, expect, test } from 'vitest'
import type { ProviderEvent, WireRequest } from '../wire/wire.ts'
import { buildRequest } from './build-request.ts'
import type { CallInput } from './call-input.ts'
import { sendRequest, type Transport } from './send-request.ts'
import { type Capability, CONFORMANCE_ADAPTERS } from './testing/conformance-adapters.ts'
import { type ScriptedReply, ScriptedServer } from './testing/scripted-server.ts'

const KEY = 'sk-canary-7f3a9c51d2e8b604'
const LONG = 'All of this stands in the library and is long enough to be cached. '.repeat(200)
const TOOLS: readonly ToolDefinition[] = [
  {
    name: 'readNote',
    description: 'Reads a note',
    parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
  { name: 'listNotes', description: 'Lists notes', parameters: { type: 'object', properties: {} } },
]

const text = (value: string): Part => ({ kind: 'text', text: value })
const QUESTION: readonly Message[] = [
  { role: 'system', parts: [text('You are Varve.'), text('\n\n## Project')] },
  { role: 'user', parts: [text(LONG), text('\n\nWhat is new?')] },
]

const servers: ScriptedServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.stop()
})

describe.each(CONFORMANCE_ADAPTERS)('$name', ({ model, record, contentType, usage, skips }) => {
  const headers = { 'content-type': contentType }
  const input: CallInput = { model, messages: QUESTION, tools: TOOLS }

  async function start(...replies: readonly ScriptedReply[]): Promise<ScriptedServer> {
    const server = await ScriptedServer.start(replies)
    servers.push(server)
    return server
  }

  async function send(
    server: ScriptedServer,
    call: CallInput = input,
    options: Partial<Transport> = {},
  ): Promise<readonly ProviderEvent[]> {
    const events: ProviderEvent[] = []
    const baseUrl = options.baseUrl ?? server.origin
    const transport = { fetch, key: KEY, wait: async () => undefined, ...options, baseUrl }
    for await (const event of sendRequest(call, transport)) events.push(event)
    return events
  }

  /** A test that an adapter may leave out, but only by saying why. */
  function can(capability: Capability, title: string, body: () => Promise<void>): void {
    const reason = skips[capability]
    if (reason === undefined) test(title, body)
    else test.skip(`${title} (left out: ${reason})`, body)
  }

  test('text comes in pieces, with its usage, and ends with a finish', async () => {
    const server = await start({ headers, chunks: record({ texts: ['Hel', 'lo.'] }) })
    const events = await send(server)
    expect(textOf(events)).toBe('Hello.')
    expect(events.filter(({ kind }) => kind === 'usage')).toEqual([{ kind: 'usage', usage }])
    expect(events.at(-1)).toEqual({ kind: 'finish', reason: 'stop' })
  })

  test('the request that is shown is the one that is sent, and holds no key', async () => {
    const server = await start({ headers, chunks: record({ texts: ['x'] }) })
    const shown = await buildRequest(input)
    const sent: WireRequest[] = []
    await send(server, input, { request: shown, onRequest: (request) => sent.push(request) })
    expect(server.received[0]?.bodyText).toBe(shown.bodyText)
    expect(server.received[0]?.path).toBe(shown.path)
    expect(sent.map(({ bodyText, path, body }) => ({ bodyText, path, body }))).toEqual([
      { bodyText: shown.bodyText, path: shown.path, body: JSON.parse(shown.bodyText) },
    ])
    expect(JSON.stringify(server.received[0]?.headers)).toContain(KEY)
    expect(JSON.stringify([shown, sent])).not.toContain(KEY)
  })

  test('if other bytes than the shown ones would go out, none do', async () => {
    const server = await start()
    const shown = await buildRequest({ ...input, messages: [{ role: 'user', parts: [text('Hi')] }] })
    const events = await send(server, input, { request: shown })
    expect(server.received).toEqual([])
    expect(events).toMatchObject([{ kind: 'error', error: { code: 'bad-request' } }])
  })

  test('tools go in one order with sorted names, calls come back and their results go out', async () => {
    const call = { id: 'call_1', name: 'readNote', arguments: '{"path":"a b.md"}' }
    const server = await start(
      { headers, chunks: record({ texts: ['Let me see.'], calls: [call] }) },
      { headers, chunks: record({ texts: ['It says x.'] }) },
    )
    const events = await send(server)
    const found = events.find((event) => event.kind === 'tool-call')
    expect(found).toMatchObject({ tool: 'readNote', arguments: call.arguments })
    expect(events.at(-1)).toEqual({ kind: 'finish', reason: 'tool-calls' })
    const callId = found?.kind === 'tool-call' ? found.callId : ''
    const answer: readonly Message[] = [
      ...QUESTION,
      {
        role: 'assistant',
        parts: [
          text('Let me see.'),
          { kind: 'tool-call', callId, tool: 'readNote', arguments: call.arguments },
        ],
      },
      { role: 'tool', parts: [{ kind: 'tool-result', callId, tool: 'readNote', text: 'x' }] },
    ]
    expect(textOf(await send(server, { ...input, messages: answer, tools: [...TOOLS].reverse() }))).toBe(
      'It says x.',
    )
    const [first = '', second = ''] = server.received.map(({ bodyText }) => bodyText)
    expect(first.indexOf('"listNotes"')).toBeLessThan(first.indexOf('"readNote"'))
    expect(toolsOf(second)).toBe(toolsOf(first))
    expect(second).toContain('a b.md')
  })

  can('images', 'a picture goes as its bytes; a lost one as a line', async () => {
    const bytes = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10)
    const image = { hash: 'h1', mediaType: 'image/png', name: 'p.png' }
    const lost = { hash: 'h2', mediaType: 'image/png', name: 'gone.png' }
    const parts: readonly Part[] = [
      { kind: 'image', image },
      { kind: 'image', image: lost },
      text('\n\nSee?'),
    ]
    const request = await buildRequest({
      ...input,
      messages: [{ role: 'user', parts }],
      getImage: async (hash) => (hash === 'h1' ? bytes : undefined),
    })
    expect(request.bodyText).toContain(Buffer.from(bytes).toString('base64'))
    expect(request.bodyText).toContain('[image gone.png: not available]')
    expect(request.losses).toEqual([{ what: 'image gone.png', why: 'its bytes are gone' }])
  })

  can('reasoning', 'reasoning goes back to the model it came from, and to no other', async () => {
    const thinking = { text: 'First I think.', signature: 'c2lnbmF0dXJl' }
    const call = { id: 'call_1', name: 'readNote', arguments: '{}' }
    const server = await start({ headers, chunks: record({ thinking, texts: ['Hm.'], calls: [call] }) })
    const events = await send(server)
    const thought = events.filter((event) => event.kind === 'reasoning')
    expect(thought.map(({ delta }) => delta).join('')).toBe('First I think.')
    const opaque = thought.flatMap((event) => event.opaque ?? [])
    expect(opaque).toHaveLength(1)
    const replayed = (from: string): Promise<WireRequest> => {
      const reasoning = {
        kind: 'reasoning',
        text: 'First I think.',
        model: from,
        opaque: opaque[0] ?? '',
      } as const
      const calls = { kind: 'tool-call', callId: 'call_1', tool: 'readNote', arguments: '{}' } as const
      const result = { kind: 'tool-result', callId: 'call_1', tool: 'readNote', text: 'x' } as const
      const messages: readonly Message[] = [
        ...QUESTION,
        { role: 'assistant', parts: [reasoning, text('Hm.'), calls] },
        { role: 'tool', parts: [result] },
      ]
      return buildRequest({ ...input, messages })
    }
    const own = await replayed(model.id)
    expect(own.bodyText).toContain(thinking.signature)
    expect(own.losses).toEqual([])
    const foreign = await replayed('other/model')
    expect(foreign.bodyText).not.toContain(thinking.signature)
    expect(foreign.bodyText).not.toContain('First I think.')
    expect(foreign.losses).toContainEqual({ what: 'reasoning', why: 'it is of another model (other/model)' })
  })

  test('an abort reaches the provider, and what came is kept', async () => {
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

  test('an abort before anything is sent sends nothing', async () => {
    const server = await start()
    expect(await send(server, input, { signal: AbortSignal.abort() })).toEqual([
      { kind: 'finish', reason: 'stopped' },
    ])
    expect(server.received).toEqual([])
  })

  test('a reader that goes away stops the provider', async () => {
    const chunks = record({ texts: ['Some words.', ' And', ' some', ' more.'] })
    const server = await start({ headers, chunks: chunks.slice(0, -3), after: 'silence' })
    for await (const event of sendRequest(input, { fetch, baseUrl: server.origin, key: KEY }))
      if (event.kind === 'text') break
    await server.received[0]?.closed
    expect(server.received).toHaveLength(1)
  })

  test.each(['break', 'end'] as const)(
    'an answer that is cut (%s) says so, and is not asked for again',
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

  test('a refused key is told with provider, status and message, and does not leak', async () => {
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

  test('before the first byte a call is tried again, as the provider asks', async () => {
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

  test('what keeps failing is told at last', async () => {
    const failed = { status: 500, headers: JSON_HEADERS, chunks: ['{"error":{"message":"broken"}}'] }
    const server = await start(failed, failed, failed)
    const events = await send(server)
    expect(events).toMatchObject([{ kind: 'error', error: { code: 'server-error', status: 500 } }])
    expect(server.received).toHaveLength(3)
  })

  test('a refused request and a long wait are not tried again', async () => {
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

  test('where no one listens, that is an error of the network', async () => {
    const server = await start()
    const baseUrl = server.origin
    server.stop()
    expect(await send(server, input, { baseUrl })).toMatchObject([
      { kind: 'error', error: { code: 'network' } },
    ])
  })

  test('settings are sent where the model takes them, and are losses where not', async () => {
    const settings = { temperature: 0.25, maxOutputTokens: 777, reasoningEffort: 'minimal' } as const
    const { bodyText, losses } = await buildRequest({ ...input, settings })
    expect(bodyText).toContain('777')
    expect(bodyText.includes('0.25')).toBe(model.settings.temperature)
    expect(bodyText).not.toContain('minimal')
    expect(losses.map(({ what }) => what)).toEqual([
      ...(model.settings.temperature ? [] : ['temperature 0.25']),
      'reasoning effort minimal',
    ])
  })

  can('marks', 'marks stand where the plan puts them; without them the body is the same', async () => {
    const marked = await buildRequest({ ...input, cache: { marks: [1, 2] } })
    const plain = await buildRequest(input)
    const off = await buildRequest({
      ...input,
      model: { ...model, cache: { ...model.cache, marks: false } },
      cache: { marks: [1, 2] },
    })
    expect(countMarks(marked.bodyText)).toBe(2)
    expect(countMarks(plain.bodyText)).toBe(0)
    expect(off.bodyText).toBe(plain.bodyText)
    if (model.protocol !== 'openai-chat') expect(withoutMarks(marked.bodyText)).toBe(plain.bodyText)
    const many = await buildRequest({ ...input, cache: { marks: [0, 1, 2, 3], longMarks: 1 } })
    expect(countMarks(many.bodyText)).toBeLessThanOrEqual(4)
  })

  can('cache key', 'the key is sent where the model takes it, and changes nothing else', async () => {
    const keyed = await buildRequest({ ...input, cache: { key: 'conversation-1' } })
    const plain = await buildRequest(input)
    expect(keyed.body['prompt_cache_key']).toBe('conversation-1')
    expect(keyed.bodyText.replace('"prompt_cache_key":"conversation-1",', '')).toBe(plain.bodyText)
    const off = { ...model, cache: { ...model.cache, key: false } }
    expect((await buildRequest({ ...input, model: off, cache: { key: 'x' } })).bodyText).toBe(plain.bodyText)
  })

  test('a hundred builds give one body', async () => {
    const call = { ...input, cache: { key: 'c', marks: [1, 2] }, settings: { maxOutputTokens: 99 } }
    const bodies = new Set<string>()
    for (let round = 0; round < 100; round += 1) bodies.add((await buildRequest(call)).bodyText)
    expect(bodies.size).toBe(1)
  })
})

const JSON_HEADERS = { 'content-type': 'application/json' }

function textOf(events: readonly ProviderEvent[]): string {
  return events.map((event) => (event.kind === 'text' ? event.delta : '')).join('')
}

function toolsOf(bodyText: string): string {
  const body = JSON.parse(bodyText) as { readonly tools?: unknown }
  return JSON.stringify(body.tools)
}

const MARKS = /,"(?:cache_control|prompt_cache_breakpoint)":\{[^{}]*\}/g

function countMarks(bodyText: string): number {
  return bodyText.match(MARKS)?.length ?? 0
}

function withoutMarks(bodyText: string): string {
  return bodyText.replace(MARKS, '')
}
