import Anthropic from '@anthropic-ai/sdk'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { isStepCount, jsonSchema, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SimulatedServer, simulatedServer } from './testing/simulated-server.ts'

const MODEL = 'openai/gpt-5.4'
/** It calls the first tool that it is given. */
const TOOL_MODEL = 'anthropic/claude-haiku-4-5'
const CLAUDE = 'anthropic/claude-sonnet-4-5'
const BROKEN_MODEL = 'google/gemini-2.5-pro'
const CARD = '4539 1488 0343 6467'
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

let it: SimulatedServer
let openai: OpenAI
let anthropic: Anthropic
let key = ''

beforeAll(async () => {
  it = await simulatedServer({
    environment: { OPENAI_API_KEY: 'a-key', ANTHROPIC_API_KEY: 'a-key', GEMINI_API_KEY: 'a-key' },
    models: [
      { id: TOOL_MODEL, wireModel: 'claude-haiku-4-5-sim-tool-call' },
      { id: BROKEN_MODEL, wireModel: 'gemini-2.5-pro-sim-400' },
    ],
  })
  key = (await it.app.createApiKey({ name: 'Client', access: 'write' })).key
  const origin = `http://127.0.0.1:${it.listening.port}`
  openai = new OpenAI({ apiKey: key, baseURL: `${origin}/v1`, maxRetries: 0 })
  anthropic = new Anthropic({ apiKey: key, baseURL: origin, maxRetries: 0 })
})

afterAll(async () => {
  await it.stop()
  it.remove()
})

const chatNamed = (chatId: string | null) =>
  it.app.openChat({ workspaceId: it.workspaceId, chatId: chatId ?? '' })

/** What the last request to a provider was. */
const lastSent = () => JSON.parse(it.simulator.requests.at(-1)?.bodyText ?? '{}') as Record<string, unknown>

async function refusalOf<T>(
  asked: PromiseLike<unknown>,
  kind: abstract new (...a: never[]) => T,
): Promise<T> {
  const error: unknown = await Promise.resolve(asked).then(
    () => undefined,
    (refused: unknown) => refused,
  )
  if (error instanceof kind) return error
  throw error ?? new Error('It was not refused.')
}

const SCHEMA = {
  type: 'object',
  properties: { day: { type: 'string' } },
  required: ['day'],
  additionalProperties: false,
}

describe('Responses', () => {
  test('answers in one piece, with usage', async () => {
    const response = await openai.responses.create({
      model: MODEL,
      input: 'Hello responses',
      instructions: 'Be short.',
    })
    expect(response).toMatchObject({ object: 'response', status: 'completed', model: MODEL })
    expect(response.output_text).not.toBe('')
    expect(response.usage?.input_tokens).toBeGreaterThan(0)
    expect(response.usage?.input_tokens_details.cached_tokens).toBe(0)
  })

  test('streams events that add up to the same answer', async () => {
    const stream = openai.responses.stream({ model: MODEL, input: 'Hello stream of responses' })
    let text = ''
    const kinds = new Set<string>()
    const numbers: number[] = []
    for await (const event of stream) {
      kinds.add(event.type)
      numbers.push(event.sequence_number)
      if (event.type === 'response.output_text.delta') text += event.delta
    }
    const whole = await stream.finalResponse()
    expect(whole.output_text).toBe(text)
    expect(text).not.toBe('')
    expect(numbers).toEqual(numbers.map((_, index) => index))
    expect([...kinds]).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
  })

  test('continues one chat: by response id, by items, and by an item reference', async () => {
    const long = `You are careful. ${'Mind the details. '.repeat(400)}`
    const asked = { model: MODEL, instructions: long }
    const one = await openai.responses.create({ ...asked, input: 'One' }).withResponse()
    const chat = one.response.headers.get('x-varve-chat')
    const two = await openai.responses
      .create({ ...asked, input: 'Two', previous_response_id: one.data.id })
      .withResponse()
    const item = two.data.output[0]
    if (item?.type !== 'message') throw new Error('no message')
    const three = await openai.responses
      .create({
        ...asked,
        input: [
          { role: 'user', content: 'One' },
          { type: 'item_reference', id: item.id },
          { role: 'user', content: 'Three' },
        ],
      })
      .withResponse()
    const said = (response: OpenAI.Responses.Response) => ({
      role: 'assistant' as const,
      content: response.output_text,
    })
    const four = await openai.responses
      .create({
        ...asked,
        input: [
          { role: 'user', content: 'One' },
          said(one.data),
          { role: 'user', content: 'Two' },
          said(two.data),
          { role: 'user', content: 'Three' },
          said(three.data),
          { role: 'user', content: 'Four' },
        ],
      })
      .withResponse()
    for (const { response } of [two, three, four]) expect(response.headers.get('x-varve-chat')).toBe(chat)
    expect((await chatNamed(chat)).turns.map(({ text }) => text)).toEqual(['One', 'Two', 'Three', 'Four'])
    for (const { data } of [two, three, four])
      expect(data.usage?.input_tokens_details.cached_tokens).toBeGreaterThan(1000)
    const gone = openai.responses.create({ ...asked, input: 'x', previous_response_id: 'resp_none' })
    expect(await refusalOf(gone, OpenAI.APIError)).toMatchObject({ status: 404, code: 'answer_not_found' })
  })

  test('calls the client’s functions, each response with its own usage', async () => {
    const weather = {
      type: 'function',
      name: 'weather',
      description: 'The weather of a town.',
      parameters: { type: 'object', properties: { town: { type: 'string' } } },
      strict: false,
    } as const
    const asked = { model: TOOL_MODEL, tools: [weather] }
    const first = await openai.responses.stream({ ...asked, input: 'Weather in Rome?' }).finalResponse()
    const call = first.output.find((one) => one.type === 'function_call')
    expect(call).toMatchObject({ name: 'weather', call_id: expect.any(String) })
    const result = {
      type: 'function_call_output',
      call_id: call?.call_id ?? '',
      output: 'Sunny, 24 degrees',
    } as const
    const { data: second, response } = await openai.responses
      .create({ ...asked, input: [result], previous_response_id: first.id })
      .withResponse()
    expect(second.output_text).not.toBe('')
    const { turns } = await chatNamed(response.headers.get('x-varve-chat'))
    expect(turns).toHaveLength(1)
    const used = turns[0]?.answer.usage
    expect(first.usage?.input_tokens).toBeGreaterThan(0)
    expect((first.usage?.input_tokens ?? 0) + (second.usage?.input_tokens ?? 0)).toBe(used?.input)
    expect((first.usage?.output_tokens ?? 0) + (second.usage?.output_tokens ?? 0)).toBe(used?.output)
  })

  test('accepts pictures and a schema; a failure ends the stream', async () => {
    const content = [
      { type: 'input_text', text: 'What is this?' },
      { type: 'input_image', image_url: `data:image/png;base64,${PNG}`, detail: 'auto' },
    ] as const
    await openai.responses.create({
      model: MODEL,
      input: [{ role: 'user', content: [...content] }],
      text: { format: { type: 'json_schema', name: 'day', schema: SCHEMA, strict: true } },
    })
    expect(lastSent()).toMatchObject({
      text: { format: { type: 'json_schema', name: 'day', schema: SCHEMA, strict: true } },
    })
    expect(JSON.stringify(lastSent())).toContain(PNG.slice(0, 40))
    const failing = await openai.responses.create({ model: BROKEN_MODEL, input: 'x', stream: true })
    const kinds: string[] = []
    for await (const { type } of failing) kinds.push(type)
    expect(kinds.at(-1)).toBe('response.failed')
  })

  test('refuses unknown ids and models', async () => {
    for (const more of [
      { background: true },
      { tools: [{ type: 'web_search' }] },
      { conversation: 'x' },
      { nobody: 1 },
    ]) {
      const refused = openai.responses.create({ model: MODEL, input: 'x', ...more } as never)
      expect(await refusalOf(refused, OpenAI.APIError)).toMatchObject({ status: 400 })
    }
  })
})

describe('Anthropic’s official client', () => {
  const user = (content: Anthropic.MessageParam['content']) => ({ role: 'user', content }) as const
  const asked = { model: CLAUDE, max_tokens: 500 }

  test('lists models and gets an answer in one piece', async () => {
    const ids: string[] = []
    for await (const { id } of anthropic.models.list()) ids.push(id)
    expect(ids).toEqual(expect.arrayContaining([MODEL, 'varve/demo']))
    const answer = await anthropic.messages.create({ ...asked, messages: [user('Hello Anthropic')] })
    expect(answer).toMatchObject({ type: 'message', role: 'assistant', stop_reason: 'end_turn' })
    expect(answer.content).toMatchObject([{ type: 'text', text: expect.stringMatching(/./) }])
    expect(answer.usage.input_tokens).toBeGreaterThan(0)
    const { input_tokens: counted } = await anthropic.messages.countTokens({
      model: CLAUDE,
      system: 'Be short.',
      messages: [user('Hello Anthropic')],
    })
    expect(counted).toBeGreaterThan(3)
  })

  test('continues one chat as a stream, and sees the provider’s cache usage', async () => {
    const system = [
      {
        type: 'text',
        text: `You are careful. ${'Mind the details. '.repeat(600)}`,
        cache_control: { type: 'ephemeral' },
      },
    ] as const
    const messages: Anthropic.MessageParam[] = []
    const chats: (string | null)[] = []
    const usages: Anthropic.Usage[] = []
    for (const text of ['Claude one', 'Claude two', 'Claude three']) {
      messages.push(user(text))
      const stream = anthropic.messages.stream({ ...asked, system: [...system], messages })
      const said: string[] = []
      stream.on('text', (delta) => said.push(delta))
      const data = await stream.finalMessage()
      expect(data.content).toMatchObject([{ type: 'text', text: said.join('') }])
      messages.push({ role: 'assistant', content: data.content })
      chats.push(stream.response?.headers.get('x-varve-chat') ?? null)
      usages.push(data.usage)
    }
    expect(new Set(chats).size).toBe(1)
    expect((await chatNamed(chats[0] ?? null)).turns.map(({ text }) => text)).toEqual([
      'Claude one',
      'Claude two',
      'Claude three',
    ])
    expect(usages[0]?.cache_creation_input_tokens).toBeGreaterThan(1000)
    for (const used of usages.slice(1)) expect(used.cache_read_input_tokens).toBeGreaterThan(1000)
  })

  test('runs its own loop of tools, in one chat', async () => {
    await it.app.setWorkspaceSettings({ workspaceId: it.workspaceId, settings: { titles: 'words' } })
    it.simulator.play(
      { kind: 'answer', text: 'I look it up.', calls: [{ tool: 'weather', arguments: '{}' }] },
      { kind: 'answer', text: 'It is sunny.' },
    )
    const weather = {
      name: 'weather',
      description: 'The weather.',
      input_schema: { type: 'object', properties: {} },
      parse: (given: unknown) => given,
      run: () => 'Sunny',
    } as const
    const runner = anthropic.beta.messages.toolRunner({
      model: CLAUDE,
      max_tokens: 500,
      messages: [{ role: 'user', content: 'Weather by the runner?' }],
      tools: [weather],
    })
    expect((await runner).content).toMatchObject([{ type: 'text', text: 'It is sunny.' }])
    const { hits } = await it.app.searchChats({ workspaceId: it.workspaceId, text: 'runner' })
    expect(hits).toHaveLength(1)
  })

  test('runs its tools, adds a text beside a result, and all of it is one turn', async () => {
    const tools: Anthropic.Tool[] = [
      { name: 'weather', description: 'The weather.', input_schema: { type: 'object', properties: {} } },
    ]
    const first = await anthropic.messages
      .stream({ model: TOOL_MODEL, max_tokens: 500, tools, messages: [user('Weather in Bern?')] })
      .finalMessage()
    expect(first.stop_reason).toBe('tool_use')
    const use = first.content.find((one) => one.type === 'tool_use')
    expect(use).toMatchObject({ name: 'weather', input: expect.any(Object) })
    expect(first.usage.output_tokens).toBeGreaterThan(0)
    const { data: second, response } = await anthropic.messages
      .create({
        model: TOOL_MODEL,
        max_tokens: 500,
        tools,
        messages: [
          user('Weather in Bern?'),
          { role: 'assistant', content: first.content },
          user([
            { type: 'tool_result', tool_use_id: use?.id ?? '', content: 'Fog' },
            { type: 'text', text: 'Answer in one word.' },
          ]),
        ],
      })
      .withResponse()
    expect(second.stop_reason).toBe('end_turn')
    const { turns } = await chatNamed(response.headers.get('x-varve-chat'))
    expect(turns).toHaveLength(1)
    expect(turns[0]?.answer.steps?.[0]).toMatchObject({ calls: [{ tool: 'weather', result: 'Fog' }] })
    expect(JSON.stringify(lastSent())).toContain('Answer in one word.')
  })

  test('may send another message while a tool is pending, in the same chat', async () => {
    const tools: Anthropic.Tool[] = [{ name: 'weather', input_schema: { type: 'object', properties: {} } }]
    const ask = { model: TOOL_MODEL, max_tokens: 500 }
    const { data: first, response } = await anthropic.messages
      .create({ ...ask, tools, messages: [user('Weather in Nice?')] })
      .withResponse()
    const again = await anthropic.messages
      .create({
        ...ask,
        messages: [
          user('Weather in Nice?'),
          { role: 'assistant', content: first.content },
          user('Never mind. Tell me a story.'),
        ],
      })
      .withResponse()
    expect(again.data.stop_reason).toBe('end_turn')
    expect(again.response.headers.get('x-varve-chat')).toBe(response.headers.get('x-varve-chat'))
  })

  test('sends pictures and a schema; ignored parameters are reported', async () => {
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: PNG },
    } as const
    const { response } = await anthropic.messages
      .create({
        ...asked,
        messages: [user([image, { type: 'text', text: 'What is it?' }])],
        output_config: { format: { type: 'json_schema', schema: SCHEMA } },
        service_tier: 'auto',
      })
      .withResponse()
    expect(response.headers.get('x-varve-ignored')).toBe('service_tier')
    expect(lastSent()).toMatchObject({ output_config: { format: { type: 'json_schema', schema: SCHEMA } } })
    expect(JSON.stringify(lastSent())).toContain(PNG.slice(0, 40))
  })

  test('gets errors in Anthropic’s form', async () => {
    const refuse = (body: object) =>
      refusalOf(
        anthropic.messages.create({ ...asked, messages: [user('x')], ...body } as never),
        Anthropic.APIError,
      )
    const wrong = new Anthropic({ apiKey: 'wrong', baseURL: anthropic.baseURL, maxRetries: 0 })
    expect(await refusalOf(wrong.models.list(), Anthropic.AuthenticationError)).toMatchObject({
      status: 401,
      error: { type: 'error', error: { type: 'authentication_error' } },
    })
    expect(await refuse({ model: 'none' })).toMatchObject({
      status: 404,
      error: { error: { type: 'not_found_error' } },
    })
    for (const more of [{ top_k: 'x' }, { stop_sequences: ['x'] }, { tools: [{ type: 'bash_20250124' }] }])
      expect(await refuse(more)).toMatchObject({
        status: 400,
        error: { error: { type: 'invalid_request_error' } },
      })
    const found = await refuse({ messages: [user(`My card is ${CARD}.`)] })
    expect(found).toMatchObject({
      status: 422,
      error: { error: { code: 'guard-findings', findings: [{ type: 'CREDIT_CARD', place: 'message' }] } },
    })
    expect(JSON.stringify(found.error)).not.toContain(CARD)
    const failing = anthropic.messages.stream({ ...asked, model: BROKEN_MODEL, messages: [user('x')] })
    expect((await refusalOf(failing.finalMessage(), Anthropic.APIError)).message).toContain('400')
  })

  test('may use a bearer token', async () => {
    const { baseURL } = anthropic
    const client = new Anthropic({ apiKey: null, authToken: key, baseURL, maxRetries: 0 })
    expect((await client.models.list()).data).not.toEqual([])
  })
})

describe('embeddings', () => {
  const MEANING = 'universal-sentence-encoder-lite-en-1'

  test('are unit vectors, close for similar meanings', async () => {
    const input = ['How do I bake bread?', 'A recipe for a loaf with yeast.', 'The stock market fell.']
    const { data, usage } = await openai.embeddings.create({ model: MEANING, input })
    const [question, recipe, market] = data.map(({ embedding }) => embedding)
    const near = (a: number[] = [], b: number[] = []) =>
      a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
    expect(near(question, question)).toBeCloseTo(1, 4)
    expect(near(question, recipe)).toBeGreaterThan(near(question, market))
    expect(usage.prompt_tokens).toBeGreaterThan(10)
    const plain = await openai.embeddings.create({ model: MEANING, input, encoding_format: 'float' })
    expect(plain.data[0]?.embedding[0]).toBeCloseTo(question?.[0] ?? 0, 6)
  })

  test('other models, sizes and lengths are refused', async () => {
    const create = (body: object) =>
      refusalOf(openai.embeddings.create({ model: MEANING, input: 'x', ...body }), OpenAI.APIError)
    expect(await create({ model: 'text-embedding-3-small' })).toMatchObject({ status: 404 })
    expect(await create({ dimensions: 8 })).toMatchObject({ status: 422 })
    expect(await create({ input: 'x'.repeat(5000) })).toMatchObject({ status: 422 })
    expect(await create({ input: [[1, 2]] })).toMatchObject({ status: 400 })
  })
})

describe('a format', () => {
  const { completions } = { completions: () => openai.chat.completions }
  const format = { type: 'json_schema', json_schema: { name: 'day', schema: SCHEMA, strict: true } } as const

  test('reaches the provider in its own terms; a model without support is refused', async () => {
    const messages = [{ role: 'user', content: 'When?' }] as const
    await completions().create({ model: MODEL, messages: [...messages], response_format: format })
    expect(lastSent()).toMatchObject({ text: { format: { name: 'day', schema: SCHEMA } } })
    await completions().create({ model: CLAUDE, messages: [...messages], response_format: format })
    expect(lastSent()).toMatchObject({ output_config: { format: { schema: SCHEMA } } })
    const offline = completions().create({
      model: 'offline',
      messages: [...messages],
      response_format: format,
    })
    expect(await refusalOf(offline, OpenAI.APIError)).toMatchObject({
      status: 422,
      code: 'model_unavailable',
    })
  })

  test('passes the guard', async () => {
    const schema = { ...SCHEMA, description: `The card is ${CARD}.` }
    const asked = completions().create({
      model: MODEL,
      messages: [{ role: 'user', content: 'When then?' }],
      response_format: { type: 'json_schema', json_schema: { name: 'day', schema } },
    })
    const refused = await refusalOf(asked, OpenAI.APIError)
    expect(refused).toMatchObject({ status: 422, code: 'guard_findings' })
    expect(refused.error).toMatchObject({ findings: [{ type: 'CREDIT_CARD', place: 'answer format' }] })
  })
})

describe('the guard in a workspace that redacts', () => {
  test('replaces what leaves, and restores it in the streamed answer', async () => {
    const { policy } = await it.app.readGuard({ workspaceId: it.workspaceId })
    await it.app.setGuard({
      workspaceId: it.workspaceId,
      policy: { ...policy, decisions: { CREDIT_CARD: 'redact' } },
    })
    it.simulator.play({ kind: 'answer', text: 'The card <<CREDIT_CARD_1>> is valid.', chunkCharacters: 3 })
    const stream = anthropic.messages.stream({
      model: CLAUDE,
      max_tokens: 100,
      messages: [{ role: 'user', content: `Is ${CARD} valid?` }],
    })
    const deltas: string[] = []
    stream.on('text', (delta) => deltas.push(delta))
    await stream.finalMessage()
    expect(deltas.join('')).toBe(`The card ${CARD} is valid.`)
    expect(JSON.stringify(lastSent())).not.toContain(CARD)
    await it.app.setGuard({ workspaceId: it.workspaceId, policy })
  })
})

describe('the AI SDK', () => {
  const fail = ({ error }: { readonly error: unknown }) => {
    throw error
  }
  const prompt = (text: string) => [{ role: 'user', content: [{ type: 'text', text }] }] as never

  test.each([
    ['responses', (options: { baseURL: string; apiKey: string }) => createOpenAI(options).responses(MODEL)],
    ['chat completions', (options: { baseURL: string; apiKey: string }) => createOpenAI(options).chat(MODEL)],
    ['messages', (options: { baseURL: string; apiKey: string }) => createAnthropic(options)(MODEL)],
  ])('runs its loop of tools over %s in one turn, and continues its chat', async (name, open) => {
    const calls = [{ tool: 'weather', arguments: '{}' }]
    // A title would take one of the answers.
    await it.app.setWorkspaceSettings({ workspaceId: it.workspaceId, settings: { titles: 'words' } })
    it.simulator.play(
      { kind: 'answer', text: 'I look it up.', calls },
      { kind: 'answer', calls },
      { kind: 'answer', text: 'It is sunny.' },
      { kind: 'answer', text: 'You are welcome.' },
    )
    const model = open({ baseURL: `http://127.0.0.1:${it.listening.port}/v1`, apiKey: key })
    const question = { role: 'user', content: `How is the weather, by ${name}?` } as const
    const inputSchema = jsonSchema<object>({ type: 'object', properties: {} })
    const tools = { weather: tool({ description: 'The weather.', inputSchema, execute: () => 'Sunny' }) }
    const first = streamText({ model, messages: [question], tools, stopWhen: isStepCount(4), onError: fail })
    expect(await first.text).toBe('It is sunny.')
    const thanks = { role: 'user', content: 'Thanks' } as const
    const messages = [question, ...(await first.responseMessages), thanks]
    const next = streamText({ model, messages, tools, onError: fail })
    expect(await next.text).toBe('You are welcome.')
    const ids = [...(await first.steps), ...(await next.steps)].map(
      ({ response }) => response.headers?.['x-varve-chat'],
    )
    expect(new Set(ids).size).toBe(1)
    expect((await chatNamed(ids[0] ?? '')).turns.map(({ text }) => text)).toEqual([
      question.content,
      'Thanks',
    ])
  })

  test.each(['openai', 'anthropic'] as const)('streams through its provider for %s', async (name) => {
    const baseURL = `http://127.0.0.1:${it.listening.port}/v1`
    const model =
      name === 'openai'
        ? createOpenAI({ baseURL, apiKey: key }).responses(MODEL)
        : createAnthropic({ baseURL, apiKey: key })(CLAUDE)
    const { stream } = await model.doStream({ prompt: prompt(`Hello from ${name}`) })
    let text = ''
    let finish: unknown
    for await (const part of stream) {
      if (part.type === 'error') throw part.error
      if (part.type === 'text-delta') text += part.delta
      if (part.type === 'finish') finish = part
    }
    expect(text).not.toBe('')
    expect(finish).toMatchObject({ finishReason: { unified: 'stop' } })
  })
})

describe('a tool that has to be called', () => {
  const required = {
    type: 'function',
    function: { name: 'weather', parameters: { type: 'object', properties: {} } },
  } as const
  const ask = (model: string, more: Partial<OpenAI.Chat.ChatCompletionCreateParamsNonStreaming> = {}) =>
    openai.chat.completions.create({
      model,
      messages: [{ role: 'user', content: `Weather in Oslo? ${model}` }],
      tools: [required],
      tool_choice: { type: 'function', function: { name: 'weather' } },
      ...more,
    })

  test('reaches each provider in its own terms, for the first call of an answer only', async () => {
    await ask(MODEL)
    expect(lastSent()).toMatchObject({ tool_choice: { type: 'function', name: 'weather' } })
    await ask(MODEL, { tool_choice: 'required' })
    expect(lastSent()).toMatchObject({ tool_choice: 'required' })
    const first = await ask(TOOL_MODEL, { tool_choice: 'required' })
    expect(lastSent()).toMatchObject({ tool_choice: { type: 'any' } })
    const [message, call] = [first.choices[0]?.message, first.choices[0]?.message.tool_calls?.[0]]
    if (!message || !call) throw new Error('No tool was called.')
    await ask(TOOL_MODEL, {
      messages: [
        { role: 'user', content: `Weather in Oslo? ${TOOL_MODEL}` },
        message,
        { role: 'tool', tool_call_id: call.id, content: 'Rain' },
      ],
    })
    expect(lastSent()).not.toHaveProperty('tool_choice')
    await openai.responses.create({
      model: MODEL,
      input: 'Weather in Rome?',
      tools: [{ type: 'function', name: 'weather', parameters: { type: 'object' }, strict: false }],
      tool_choice: { type: 'function', name: 'weather' },
    })
    expect(lastSent()).toMatchObject({ tool_choice: { type: 'function', name: 'weather' } })
    await anthropic.messages.create({
      model: CLAUDE,
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Weather in Paris?' }],
      tools: [{ name: 'weather', input_schema: { type: 'object' } }],
      tool_choice: { type: 'tool', name: 'weather' },
    })
    expect(lastSent()).toMatchObject({ tool_choice: { type: 'tool', name: 'weather' } })
  })

  test('is refused if it is not there, or if the model cannot be made to', async () => {
    const missing = ask(MODEL, { tool_choice: { type: 'function', function: { name: 'other' } } })
    expect(await refusalOf(missing, OpenAI.APIError)).toMatchObject({ status: 422 })
    expect(await refusalOf(ask('offline'), OpenAI.APIError)).toMatchObject({
      status: 422,
      code: 'model_unavailable',
    })
  })
})
