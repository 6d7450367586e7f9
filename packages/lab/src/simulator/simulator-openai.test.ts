import { describe, expect, test } from 'vitest'
import { asObject, asText } from '@varve/providers/internal'
import { textOf } from './testing/letters.ts'
import { parseEvents } from './testing/parse-stream.ts'
import { runSimulator } from './testing/run-simulator.ts'

const CHAT = '/v1/chat/completions'
const RESPONSES = '/v1/responses'

const TOOLS = [
  {
    type: 'function',
    name: 'find',
    parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  },
]

describe('OpenAI Responses', () => {
  test('answers in one piece, with cached and written input', async () => {
    const simulator = await runSimulator({ scenarios: [{ kind: 'answer', text: 'Hello.' }] })
    const input = [{ role: 'user', content: textOf('a', 2000) }]
    const { status, json } = await simulator.post(RESPONSES, { model: 'gpt-5.6', input })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      object: 'response',
      status: 'completed',
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello.' }] }],
      usage: {
        input_tokens: 2000,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 2000 },
        output_tokens: 6,
        total_tokens: 2006,
      },
    })
    const again = await simulator.post(RESPONSES, { model: 'gpt-5.6', input })
    expect(asObject(again.json['usage'])['input_tokens_details']).toEqual({
      cached_tokens: 2000,
      cache_write_tokens: 0,
    })
  })

  test('streams text, reasoning and calls as events in order', async () => {
    const simulator = await runSimulator({
      scenarios: [
        { kind: 'answer', reasoning: 'hmm', text: 'Hello there.', calls: 'first-tool', chunkCharacters: 5 },
      ],
    })
    const body = {
      model: 'gpt-5',
      stream: true,
      input: 'hi',
      tools: TOOLS,
      include: ['reasoning.encrypted_content'],
    }
    const events = parseEvents(await simulator.read(RESPONSES, body))
    expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index))
    const deltas = (type: string) =>
      events.filter((event) => event['type'] === type).map(({ delta }) => asText(delta))
    expect(events[0]?.['type']).toBe('response.created')
    expect(deltas('response.reasoning_summary_text.delta')).toEqual(['hmm'])
    expect(deltas('response.output_text.delta')).toEqual(['Hello', ' ther', 'e.'])
    expect(deltas('response.function_call_arguments.delta').join('')).toBe('{"query":"sample"}')
    const response = asObject(events.at(-1)?.['response'])
    expect(events.at(-1)?.['type']).toBe('response.completed')
    expect(response['output']).toMatchObject([
      { type: 'reasoning', encrypted_content: 'sim-signature-1' },
      { type: 'message' },
      { type: 'function_call', name: 'find', call_id: 'call_sim_1_1' },
    ])
    expect(response['usage']).toMatchObject({ output_tokens_details: { reasoning_tokens: 3 } })
  })

  test('GPT-5.6: finds stored marks only; the end of the newest message is an implicit one', async () => {
    const simulator = await runSimulator()
    const mark = { prompt_cache_breakpoint: { mode: 'explicit' } }
    const stem = { type: 'input_text', text: textOf('stem', 1500) }
    const ask = async (parts: readonly object[], rest: object = {}) => {
      await simulator.post(RESPONSES, {
        model: 'gpt-5.6',
        input: [{ role: 'user', content: parts }],
        ...rest,
      })
      const { cached, written, uncached } = simulator.requests.at(-1)?.usage ?? {}
      return [cached, written, uncached]
    }
    const question = (name: string) => ({ type: 'input_text', text: textOf(name, 100) })
    expect(await ask([stem, question('a')])).toEqual([0, 1600, 0])
    // The stem was never marked: a long shared prefix finds nothing.
    expect(await ask([{ ...stem, ...mark }, question('b')])).toEqual([0, 1600, 0])
    expect(await ask([{ ...stem, ...mark }, question('c')])).toEqual([1500, 100, 0])
    // With its own mark switched off, the provider writes only up to the explicit one.
    const explicit = { prompt_cache_options: { mode: 'explicit' } }
    expect(await ask([{ ...stem, ...mark }, question('d')], explicit)).toEqual([1500, 0, 100])
    // Another cache key goes to another machine.
    expect(await ask([{ ...stem, ...mark }, question('e')], { prompt_cache_key: 'k' })).toEqual([0, 1600, 0])
    simulator.pass(1801)
    expect(await ask([{ ...stem, ...mark }, question('f')])).toEqual([0, 1600, 0])
  })
})

describe('OpenAI Chat', () => {
  const body = { model: 'gpt-4.1', messages: [{ role: 'user', content: textOf('a', 1300) }] }

  test('answers in one piece; earlier models match by prefix in steps and write for free', async () => {
    const simulator = await runSimulator({ scenarios: [{ kind: 'answer', text: 'Hello.' }] })
    const { json } = await simulator.post(CHAT, body)
    expect(json).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
    })
    const again = await simulator.post(CHAT, body)
    expect(again.json['usage']).toMatchObject({
      prompt_tokens: 1300,
      prompt_tokens_details: { cached_tokens: 1280 },
    })
    expect(JSON.stringify(again.json['usage'])).not.toContain('write')
  })

  test('streams deltas, and usage on request', async () => {
    const simulator = await runSimulator()
    simulator.play({ kind: 'answer', text: 'Hello.' }, { kind: 'answer', text: 'Hello.' })
    const plain = await simulator.read(CHAT, { ...body, stream: true })
    expect(plain.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(plain).not.toContain('usage')
    const asked = { ...body, stream: true, stream_options: { include_usage: true } }
    const events = parseEvents(await simulator.read(CHAT, asked))
    expect(events.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 1300, completion_tokens: 6 } })
    const [first] = parseEvents(plain)
    expect(first).toMatchObject({
      object: 'chat.completion.chunk',
      choices: [{ delta: { role: 'assistant' } }],
    })
  })

  test('DeepSeek: hits and misses in its own fields, units, and reasoning', async () => {
    const simulator = await runSimulator({
      scenarios: [
        { kind: 'answer', text: 'yes', reasoning: 'hmm' },
        { kind: 'answer', text: 'no' },
      ],
    })
    const messages = [{ role: 'user', content: textOf('a', 50) }]
    const first = await simulator.post(CHAT, { model: 'deepseek-chat', messages })
    expect(first.json).toMatchObject({
      choices: [{ message: { content: 'yes', reasoning_content: 'hmm' } }],
      usage: { prompt_cache_hit_tokens: 0, prompt_cache_miss_tokens: 50 },
    })
    const more = [...messages, { role: 'assistant', content: 'yes' }, { role: 'user', content: 'why?' }]
    const second = await simulator.post(CHAT, { model: 'deepseek-chat', messages: more })
    expect(second.json['usage']).toMatchObject({ prompt_cache_hit_tokens: 53, prompt_cache_miss_tokens: 4 })
    // What it thought may be sent back or left out: both ends are stored.
    const thought = { role: 'assistant', content: 'yes', reasoning_content: 'hmm' }
    const third = await simulator.post(CHAT, {
      model: 'deepseek-chat',
      messages: [...messages, thought, { role: 'user', content: 'so?' }],
    })
    expect(third.json['usage']).toMatchObject({ prompt_cache_hit_tokens: 56, prompt_cache_miss_tokens: 3 })
  })

  test('calls the first tool once, and answers with its result', async () => {
    const simulator = await runSimulator()
    const tools = TOOLS.map(({ type, ...named }) => ({ type, function: named }))
    const model = 'gpt-4.1-sim-tool-call'
    const user = { role: 'user', content: 'Where is it?' }
    const first = await simulator.post(CHAT, { model, tools, messages: [user] })
    expect(first.json['choices']).toMatchObject([
      {
        finish_reason: 'tool_calls',
        message: { content: null, tool_calls: [{ function: { name: 'find' } }] },
      },
    ])
    const call = { id: 'c', type: 'function', function: { name: 'find', arguments: '{}' } }
    const messages = [
      user,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: 'here' },
    ]
    const second = await simulator.post(CHAT, { model, tools, messages })
    expect(second.json['choices']).toMatchObject([{ finish_reason: 'stop' }])
  })

  test('a local server needs no key, and lists its models', async () => {
    const simulator = await runSimulator({ models: { 'my-model': 'ollama' } })
    const messages = [{ role: 'user', content: 'hi' }]
    const { status } = await simulator.post(CHAT, { model: 'my-model', messages }, {})
    expect(status).toBe(200)
    const list = await (await fetch(`${simulator.url}/v1/models`)).json()
    expect(list).toMatchObject({ data: [{ id: 'my-model' }] })
  })
})
