import { describe, expect, test } from 'vitest'
import { textOf } from './testing/letters.ts'
import { parseEvents } from './testing/parse-stream.ts'
import { runSimulator } from './testing/run-simulator.ts'

const PATH = '/v1/messages'
const MODEL = { model: 'claude-sonnet-4-5', max_tokens: 1000 }

const mark = (ttl?: string) => ({ cache_control: { type: 'ephemeral', ...(ttl && { ttl }) } })
const text = (name: string, tokens: number, rest: object = {}) => ({
  type: 'text',
  text: textOf(name, tokens),
  ...rest,
})

describe('Anthropic Messages', () => {
  test('input_tokens is the uncached rest; writes are split by lifetime', async () => {
    const simulator = await runSimulator()
    const ask = async (question: string) => {
      const { json } = await simulator.post(PATH, {
        ...MODEL,
        system: [text('system', 1500, mark('1h'))],
        messages: [{ role: 'user', content: [text('note', 300, mark()), text(question, 20)] }],
      })
      return json['usage']
    }
    expect(await ask('first')).toMatchObject({
      input_tokens: 20,
      cache_creation_input_tokens: 1800,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 300, ephemeral_1h_input_tokens: 1500 },
    })
    expect(await ask('second')).toMatchObject({
      input_tokens: 20,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 1800,
    })
    simulator.pass(301)
    expect(await ask('third')).toMatchObject({
      input_tokens: 20,
      cache_creation_input_tokens: 300,
      cache_read_input_tokens: 1500,
      cache_creation: { ephemeral_5m_input_tokens: 300, ephemeral_1h_input_tokens: 0 },
    })
  })

  test('a changed tool list hides everything; tool choice, thinking and images hide the messages', async () => {
    const simulator = await runSimulator()
    const tool = (name: string) => ({
      name,
      description: textOf(name, 100),
      input_schema: { type: 'object' },
    })
    const ask = async (rest: object, parts: readonly object[] = []) => {
      await simulator.post(PATH, {
        model: 'claude-opus-4',
        max_tokens: 4000,
        tools: [tool('find')],
        system: [text('system', 1500, mark())],
        messages: [{ role: 'user', content: [text('note', 300, mark()), ...parts] }],
        ...rest,
      })
      return simulator.requests.at(-1)?.usage?.cached
    }
    const { name, description, input_schema: parameters } = tool('find')
    const tools = JSON.stringify([{ name, description, parameters }]).length
    expect(await ask({})).toBe(0)
    expect(await ask({})).toBe(tools + 1800)
    expect(await ask({ tool_choice: { type: 'any' } })).toBe(tools + 1500)
    expect(await ask({ thinking: { type: 'enabled', budget_tokens: 2000 } })).toBe(tools + 1500)
    const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' }
    expect(await ask({}, [{ type: 'image', source }])).toBe(tools + 1500)
    expect(await ask({ tools: [tool('search')] })).toBe(0)
  })

  test('answers in one piece with thinking, text and a call', async () => {
    const simulator = await runSimulator({
      scenarios: [
        {
          kind: 'answer',
          reasoning: 'hmm',
          text: 'Hi.',
          calls: [{ tool: 'find', arguments: '{"q":1}', callId: 'c1' }],
        },
      ],
    })
    const { json } = await simulator.post(PATH, { ...MODEL, messages: [{ role: 'user', content: 'hi' }] })
    expect(json).toMatchObject({
      type: 'message',
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hmm', signature: 'sim-signature-1' },
        { type: 'text', text: 'Hi.' },
        { type: 'tool_use', id: 'c1', name: 'find', input: { q: 1 } },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 2, output_tokens: 3 + 3 + 11 },
    })
  })

  test('streams blocks with a start, deltas and a stop', async () => {
    const simulator = await runSimulator({
      scenarios: [{ kind: 'answer', text: 'Hello there.', chunkCharacters: 6 }],
    })
    const body = { ...MODEL, stream: true, messages: [{ role: 'user', content: 'hi' }] }
    const stream = await simulator.read(PATH, body)
    const events = parseEvents(stream)
    expect(events.map(({ type }) => type)).toEqual([
      'message_start',
      'ping',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
    expect(stream).toContain('event: message_start\n')
    expect(events[0]).toMatchObject({ message: { usage: { input_tokens: 2 } } })
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 12 } })
  })

  test('stops at max_tokens', async () => {
    const simulator = await runSimulator({ scenarios: ['long'] })
    const { json } = await simulator.post(PATH, {
      ...MODEL,
      max_tokens: 30,
      messages: [{ role: 'user', content: 'hi' }],
    })
    expect(json).toMatchObject({
      stop_reason: 'max_tokens',
      content: [{ text: 'This is sentence 1 of a long' }],
    })
  })
})
