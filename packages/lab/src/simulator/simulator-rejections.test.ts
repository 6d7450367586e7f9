import { describe, expect, test } from 'vitest'
import type { JsonObject } from '@varve/providers'
import { runSimulator } from './testing/run-simulator.ts'
import { SMALL_CALLS } from './testing/small-calls.ts'

describe.each(SMALL_CALLS)('$protocol', ({ protocol, path, body, withModel }) => {
  test('malformed JSON, and JSON other than an object: 400', async () => {
    const simulator = await runSimulator()
    for (const text of ['{"model":', '', '[]', 'null', '7']) {
      const { status, json } = await simulator.post(path, text)
      expect(status).toBe(400)
      expect(json).toHaveProperty('error')
    }
  })

  test('no key', async () => {
    const simulator = await runSimulator()
    const { status } = await simulator.post(path, body, { 'anthropic-version': '2023-06-01' })
    expect(status).toBe(protocol === 'ollama' ? 200 : protocol === 'gemini' ? 403 : 401)
  })

  test('unknown model: 404', async () => {
    const simulator = await runSimulator()
    const { path: other, body: asked } = withModel('nonsense-9')
    const { status, json } = await simulator.post(other, asked)
    expect(status).toBe(404)
    expect(JSON.stringify(json)).toContain('nonsense-9')
  })

  test('a rejected request leaves nothing in the cache and reports no usage', async () => {
    const simulator = await runSimulator({ windowTokens: 1 })
    expect((await simulator.post(path, body)).status).toBe(400)
    expect(simulator.requests[0]).not.toHaveProperty('usage')
  })
})

/** What is wrong, the request, and a word of the refusal; undefined where it is accepted. */
type Case = readonly [what: string, body: JsonObject, refusal: RegExp | undefined]

const mark = { cache_control: { type: 'ephemeral' } }
const text = (words: string, rest: JsonObject = {}): JsonObject => ({ type: 'text', text: words, ...rest })
const user = (...content: readonly JsonObject[]): JsonObject => ({ role: 'user', content })
const assistant = (...content: readonly JsonObject[]): JsonObject => ({ role: 'assistant', content })
const use = { type: 'tool_use', id: 'c1', name: 'find', input: {} }
const result = { type: 'tool_result', tool_use_id: 'c1', content: 'found' }
const tool = { name: 'find', input_schema: { type: 'object' } }

const ANTHROPIC: readonly Case[] = [
  ['nothing', { messages: [user(text('hi'))] }, undefined],
  ['four marks', { messages: [user(...'abcd'.split('').map((word) => text(word, mark)))] }, undefined],
  [
    'five marks',
    { messages: [user(...'abcde'.split('').map((word) => text(word, mark)))] },
    /maximum of 4 blocks .* Found 5/,
  ],
  [
    'five marks over tools, system and messages',
    {
      ...mark,
      tools: [{ ...tool, ...mark }],
      system: [text('s', mark)],
      messages: [user(text('a', mark), text('b', mark))],
    },
    /Found 5/,
  ],
  [
    'a mark on empty text',
    { messages: [user(text('', mark))] },
    /cache_control cannot be set for empty text/,
  ],
  ['a mark of another kind', { messages: [user(text('a', { cache_control: { type: 'x' } }))] }, /ephemeral/],
  [
    'a lifetime of its own',
    { messages: [user(text('a', { cache_control: { type: 'ephemeral', ttl: '2h' } }))] },
    /'5m' or '1h'/,
  ],
  [
    'an hour after five minutes',
    { messages: [user(text('a', mark), text('b', { cache_control: { type: 'ephemeral', ttl: '1h' } }))] },
    /must not come after/,
  ],
  ['empty text', { messages: [user(text(''))] }, /non-empty/],
  ['an empty message', { messages: [{ role: 'user', content: '' }] }, /non-empty content/],
  ['no messages', { messages: [] }, /at least one message/],
  [
    'a system message',
    { messages: [{ role: 'system', content: 'be kind' }, user(text('hi'))] },
    /top-level `system`/,
  ],
  [
    'two system messages',
    {
      messages: [
        { role: 'system', content: 'a' },
        { role: 'system', content: 'b' },
      ],
    },
    /system/,
  ],
  ['another role', { messages: [{ role: 'tool', content: 'x' }] }, /'user' or 'assistant'/],
  ['an assistant first', { messages: [assistant(text('hi'))] }, /first message/],
  ['neighbours of one role', { messages: [user(text('a')), user(text('b'))] }, undefined],
  ['blanks at the end', { messages: [user(text('a')), assistant(text('b '))] }, /trailing whitespace/],
  ['a call with its result', { messages: [user(text('a')), assistant(use), user(result)] }, undefined],
  [
    'a call without its result',
    { messages: [user(text('a')), assistant(use), user(text('b'))] },
    /without `tool_result` blocks/,
  ],
  ['a call at the end', { messages: [user(text('a')), assistant(use)] }, /without `tool_result` blocks/],
  [
    'a result behind text',
    { messages: [user(text('a')), assistant(use), user(text('b'), result)] },
    /without `tool_result`/,
  ],
  [
    'a call without a name',
    { messages: [user(text('a')), assistant({ type: 'tool_use', id: 'c1', input: {} }), user(result)] },
    /messages\.1\.content\.0\.tool_use\.name: Field required/,
  ],
  ['a result without its call', { messages: [user(result)] }, /unexpected `tool_use_id`/],
  ['a result twice', { messages: [user(text('a')), assistant(use), user(result, result)] }, /single result/],
  ['a call by the user', { messages: [user(use)] }, /can only be in/],
  ['a part of no known kind', { messages: [user({ type: 'constructor' })] }, /expected tags/],
  ['two tools of one name', { tools: [tool, tool], messages: [user(text('a'))] }, /unique/],
  ['a tool without a schema', { tools: [{ name: 'x' }], messages: [user(text('a'))] }, /input_schema/],
  ['a temperature of 1.5', { temperature: 1.5, messages: [user(text('a'))] }, /temperature/],
  [
    'more thinking than answer',
    { thinking: { type: 'enabled', budget_tokens: 9000 }, messages: [user(text('a'))] },
    /greater than/,
  ],
]

describe('Anthropic refuses', () => {
  test.each(ANTHROPIC)('%s', async (_what, body, refusal) => {
    const simulator = await runSimulator()
    const { status, json } = await simulator.post('/v1/messages', {
      model: 'claude-sonnet-4-5',
      max_tokens: 5000,
      ...body,
    })
    expect(status).toBe(refusal ? 400 : 200)
    if (refusal)
      expect(json).toMatchObject({
        error: { type: 'invalid_request_error', message: expect.stringMatching(refusal) },
      })
  })

  test('no max_tokens, no version', async () => {
    const simulator = await runSimulator()
    const body = { model: 'claude-sonnet-4-5', messages: [user(text('hi'))] }
    const { json } = await simulator.post('/v1/messages', body)
    expect(json).toMatchObject({ error: { message: 'max_tokens: Field required' } })
    const old = await simulator.post('/v1/messages', { ...body, max_tokens: 1 }, { 'x-api-key': 'k' })
    expect(old.json).toMatchObject({ error: { message: expect.stringContaining('anthropic-version') } })
  })
})

const breakpoint = { prompt_cache_breakpoint: { mode: 'explicit' } }
const call = { id: 'c1', type: 'function', function: { name: 'find', arguments: '{}' } }
const calls = { role: 'assistant', content: null, tool_calls: [call] }
const answered = { role: 'tool', tool_call_id: 'c1', content: 'found' }
const hello = { role: 'user', content: 'hi' }
const marked = (count: number) => user(...Array.from({ length: count }, () => text('a', breakpoint)))

const CHAT: readonly Case[] = [
  ['nothing', { messages: [hello] }, undefined],
  ['no messages', { messages: [] }, /messages/],
  ['another role', { messages: [{ role: 'model', content: 'x' }] }, /Invalid value: 'model'/],
  ['no content', { messages: [{ role: 'user', content: null }] }, /content/],
  ['another kind of part', { messages: [user({ type: 'input_text', text: 'x' })] }, /input_text/],
  ['a call with its result', { messages: [hello, calls, answered] }, undefined],
  ['a call without its result', { messages: [hello, calls, hello] }, /did not have response messages: c1/],
  ['a call at the end', { messages: [hello, calls] }, /did not have response messages: c1/],
  [
    'a call without a name',
    {
      messages: [hello, { ...calls, tool_calls: [{ ...call, function: { arguments: '{}' } }] }, answered],
    },
    /messages\[1\]\.tool_calls\[0\]\.function\.name/,
  ],
  ['a result without its call', { messages: [hello, answered] }, /preceding message with 'tool_calls'/],
  ['three marks beside the implicit one', { messages: [marked(3)] }, undefined],
  ['four marks beside the implicit one', { messages: [marked(4)] }, /at most 3/],
  ['four marks without it', { prompt_cache_options: { mode: 'explicit' }, messages: [marked(4)] }, undefined],
  ['five marks', { prompt_cache_options: { mode: 'explicit' }, messages: [marked(5)] }, /at most 4/],
  ['a mark on empty text', { messages: [user(text('', breakpoint))] }, /empty text/],
  [
    'a mark on an earlier model',
    { model: 'gpt-4.1', messages: [marked(1)] },
    /not supported with this model/,
  ],
  ['max_tokens on a model that thinks', { max_tokens: 5, messages: [hello] }, /max_completion_tokens/],
  [
    'a tool with a name of its own kind',
    { tools: [{ type: 'function', function: { name: 'a b' } }], messages: [hello] },
    /pattern/,
  ],
  ['a temperature of 3', { temperature: 3, messages: [hello] }, /temperature/],
]

describe('OpenAI Chat refuses', () => {
  test.each(CHAT)('%s', async (_what, body, refusal) => {
    const simulator = await runSimulator()
    const { status, json } = await simulator.post('/v1/chat/completions', { model: 'gpt-5.6', ...body })
    expect(status).toBe(refusal ? 400 : 200)
    if (refusal)
      expect(json).toMatchObject({
        error: { type: 'invalid_request_error', message: expect.stringMatching(refusal) },
      })
  })
})

const called = { type: 'function_call', call_id: 'c1', name: 'find', arguments: '{}' }
const output = { type: 'function_call_output', call_id: 'c1', output: 'found' }

const RESPONSES: readonly Case[] = [
  ['nothing', { input: [hello] }, undefined],
  ['no input', {}, /'input'/],
  ['another role', { input: [{ role: 'tool', content: 'x' }] }, /Invalid value: 'tool'/],
  ['a part of the other side', { input: [user({ type: 'output_text', text: 'x' })] }, /output_text/],
  ['a call with its result', { input: [hello, called, output] }, undefined],
  ['a call without its result', { input: [hello, called] }, /No tool output found for function call c1/],
  [
    'a call without a name',
    { input: [hello, { type: 'function_call', call_id: 'c1', arguments: '{}' }, output] },
    /input\[1\]\.name/,
  ],
  ['a result without its call', { input: [hello, output] }, /No tool call found/],
  ['an earlier response', { input: [hello], previous_response_id: 'resp_1' }, /not found/],
  ['too small a limit', { input: [hello], max_output_tokens: 5 }, /max_output_tokens/],
  [
    'five marks',
    {
      prompt_cache_options: { mode: 'explicit' },
      input: [user(...Array.from({ length: 5 }, () => ({ type: 'input_text', text: 'a', ...breakpoint })))],
    },
    /at most 4/,
  ],
]

describe('OpenAI Responses refuses', () => {
  test.each(RESPONSES)('%s', async (_what, body, refusal) => {
    const simulator = await runSimulator()
    const { status, json } = await simulator.post('/v1/responses', { model: 'gpt-5.6', ...body })
    expect(status).toBe(refusal ? 400 : 200)
    if (refusal) expect(json).toMatchObject({ error: { message: expect.stringMatching(refusal) } })
  })

  test('an unknown item: 404', async () => {
    const simulator = await runSimulator()
    const body = { model: 'gpt-5.6', input: [{ type: 'item_reference', id: 'rs_1' }] }
    expect((await simulator.post('/v1/responses', body)).status).toBe(404)
  })
})

const says = (role: string, ...parts: readonly JsonObject[]): JsonObject => ({ role, parts })
const asks = says('model', { functionCall: { name: 'find', args: {} } })
const gives = says('user', { functionResponse: { name: 'find', response: {} } })
const hi = says('user', { text: 'hi' })

const GEMINI: readonly Case[] = [
  ['nothing', { contents: [hi] }, undefined],
  ['no contents', { contents: [] }, /contents is not specified/],
  ['another role', { contents: [says('assistant', { text: 'x' })] }, /valid role: user, model/],
  ['no parts', { contents: [says('user')] }, /must not be empty/],
  ['an empty part', { contents: [says('user', {})] }, /oneof field 'data'/],
  ['a call with its response', { contents: [hi, asks, gives] }, undefined],
  ['a call without its response', { contents: [hi, asks, hi] }, /number of function response parts/],
  ['a call at the end', { contents: [hi, asks] }, /number of function response parts/],
  ['a response without its call', { contents: [hi, gives] }, /immediately after a function call turn/],
  [
    'a call after the model spoke',
    { contents: [hi, says('model', { text: 'x' }), asks, gives] },
    /immediately after a user turn/,
  ],
  [
    'a call without a name',
    { contents: [says('user', { text: 'a' }), says('model', { functionCall: { args: {} } }), gives] },
    /contents\[1\]\.parts\[0\]\.function_call\.name/,
  ],
  ['a call by the user', { contents: [says('user', { functionCall: { name: 'x' } }), gives] }, /role model/],
  ['a temperature of 3', { contents: [hi], generationConfig: { temperature: 3 } }, /temperature/],
]

describe('Gemini refuses', () => {
  test.each(GEMINI)('%s', async (_what, body, refusal) => {
    const simulator = await runSimulator()
    const { status, json } = await simulator.post('/v1beta/models/gemini-2.5-pro:generateContent', body)
    expect(status).toBe(refusal ? 400 : 200)
    if (refusal)
      expect(json).toMatchObject({
        error: { status: 'INVALID_ARGUMENT', message: expect.stringMatching(refusal) },
      })
  })
})

describe('Ollama refuses', () => {
  test('another role, content in parts, no model; calls without results are accepted', async () => {
    const simulator = await runSimulator()
    const ask = async (body: JsonObject) =>
      (await simulator.post('/api/chat', { stream: false, ...body })).status
    expect(await ask({ model: 'llama3.2', messages: [{ role: 'model', content: 'x' }] })).toBe(400)
    expect(await ask({ model: 'llama3.2', messages: [user(text('x'))] })).toBe(400)
    expect(await ask({ messages: [hello] })).toBe(400)
    const open = {
      role: 'assistant',
      content: '',
      tool_calls: [{ function: { name: 'find', arguments: {} } }],
    }
    expect(await ask({ model: 'llama3.2', messages: [hello, open, hello] })).toBe(200)
  })
})
