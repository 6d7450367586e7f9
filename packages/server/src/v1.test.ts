import { readFileSync } from 'node:fs'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SimulatedServer, simulatedServer } from './testing/simulated-server.ts'

const MODEL = 'openai/gpt-5.4'
/** It calls the first tool that it is given. */
const TOOL_MODEL = 'anthropic/claude-haiku-4-5'
const BROKEN_MODEL = 'google/gemini-2.5-pro'
const BUSY_MODEL = 'openai/gpt-5.4-mini'

let it: SimulatedServer
let client: OpenAI
let key = ''

beforeAll(async () => {
  it = await simulatedServer({
    environment: { OPENAI_API_KEY: 'a-key', ANTHROPIC_API_KEY: 'a-key', GEMINI_API_KEY: 'a-key' },
    models: [
      { id: TOOL_MODEL, wireModel: 'claude-haiku-4-5-sim-tool-call' },
      { id: BROKEN_MODEL, wireModel: 'gemini-2.5-pro-sim-400' },
      { id: BUSY_MODEL, wireModel: 'gpt-5.4-mini-sim-429' },
    ],
  })
  key = (await it.app.createApiKey({ name: 'Client', access: 'write' })).key
  client = clientWith(key)
})

afterAll(async () => {
  await it.stop()
  it.remove()
})

const baseURL = () => `http://127.0.0.1:${it.listening.port}/v1`

function clientWith(apiKey: string): OpenAI {
  return new OpenAI({ apiKey, baseURL: baseURL(), maxRetries: 0 })
}

type Said = OpenAI.Chat.ChatCompletionMessageParam

const user = (content: string): Said => ({ role: 'user', content })

async function refusalOf(asked: PromiseLike<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  try {
    await asked
  } catch (error) {
    if (error instanceof OpenAI.APIError) return error
    throw error
  }
  throw new Error('It was not refused.')
}

describe('OpenAI’s official client', () => {
  test('lists usable models, and workspaces', async () => {
    const ids: string[] = []
    for await (const { id } of client.models.list()) ids.push(id)
    expect(ids).toEqual(expect.arrayContaining(['offline', MODEL, 'varve/demo']))
    expect(ids.some((id) => id.startsWith('deepseek/'))).toBe(false)
    expect(await client.models.retrieve(MODEL)).toMatchObject({
      id: MODEL,
      object: 'model',
      owned_by: 'openai',
    })
    expect(await refusalOf(client.models.retrieve('none/such'))).toMatchObject({
      status: 404,
      code: 'model_not_found',
    })
  })

  test('gets an answer in one piece, with usage', async () => {
    const answer = await client.chat.completions.create({ model: MODEL, messages: [user('Hello there')] })
    expect(answer).toMatchObject({ object: 'chat.completion', model: MODEL })
    expect(answer.choices).toMatchObject([
      { index: 0, finish_reason: 'stop', message: { role: 'assistant' } },
    ])
    expect(answer.choices[0]?.message.content).not.toBe('')
    const { usage } = answer
    expect(usage?.prompt_tokens).toBeGreaterThan(0)
    expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0))
    expect(usage?.prompt_tokens_details?.cached_tokens).toBe(0)
  })

  test('gets the same as a stream, with usage on request', async () => {
    const messages = [user('Hello as a stream')]
    const stream = await client.chat.completions.create({
      model: MODEL,
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })
    let text = ''
    const finishes: unknown[] = []
    let usage: OpenAI.CompletionUsage | null | undefined
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? ''
      if (chunk.choices[0]?.finish_reason) finishes.push(chunk.choices[0].finish_reason)
      usage = chunk.usage ?? usage
    }
    expect(finishes).toEqual(['stop'])
    expect(usage?.prompt_tokens).toBeGreaterThan(0)
    const whole = await client.chat.completions.create({ model: MODEL, messages })
    expect(whole.choices[0]?.message.content).toBe(text)
  })

  test('continues one chat when it sends the whole conversation, and the provider’s cache hits', async () => {
    const system = {
      role: 'system',
      content: `You are careful. ${'Mind the details. '.repeat(400)}`,
    } as const
    const messages: Said[] = [system]
    const chats: (string | null)[] = []
    const cached: number[] = []
    for (const text of ['First of three', 'Second of three', 'Third of three']) {
      messages.push(user(text))
      const { data, response } = await client.chat.completions
        .create({ model: MODEL, messages })
        .withResponse()
      messages.push({ role: 'assistant', content: data.choices[0]?.message.content ?? '' })
      chats.push(response.headers.get('x-varve-chat'))
      cached.push(data.usage?.prompt_tokens_details?.cached_tokens ?? 0)
    }
    expect(new Set(chats).size).toBe(1)
    const chat = await it.app.openChat({ workspaceId: it.workspaceId, chatId: chats[0] ?? '' })
    expect(chat.turns.map(({ text }) => text)).toEqual([
      'First of three',
      'Second of three',
      'Third of three',
    ])
    expect(cached[0]).toBe(0)
    for (const tokens of cached.slice(1)) expect(tokens).toBeGreaterThan(1000)
  })

  test('imports a conversation from elsewhere as a chat first', async () => {
    const messages = [
      user('Who wrote Faust?'),
      { role: 'assistant', content: 'Goethe.' } as const,
      user('When?'),
    ]
    const { response } = await client.chat.completions.create({ model: MODEL, messages }).withResponse()
    const chatId = response.headers.get('x-varve-chat') ?? ''
    const chat = await it.app.openChat({ workspaceId: it.workspaceId, chatId })
    expect(chat.turns.map(({ text, answer }) => [text, answer.text === 'Goethe.'])).toEqual([
      ['Who wrote Faust?', true],
      ['When?', false],
    ])
  })

  test('asks a workspace, and gets an answer with places in its notes', async () => {
    const messages = [user('When is the launch?')]
    const answer = await client.chat.completions.create({ model: 'varve/demo@offline', messages })
    expect(answer.choices[0]?.message.content).toContain('12 December')
    expect(answer.choices[0]?.message.content).toMatch(/\[\^1\]: plan\.md, lines \d/)
  })

  test('asking a model uses nothing of the workspace and expands no commands', async () => {
    const { chatId } = await chatOf(MODEL, 'if [[ -f plan ]] @plan.md [[plan]]')
    const { turns } = await it.app.openChat({ workspaceId: it.workspaceId, chatId })
    expect(turns[0]?.attachments).toEqual([])
    expect(turns[0]?.notices ?? []).toEqual([])
    const sent = JSON.stringify(await it.app.inspectTurn({ workspaceId: it.workspaceId, chatId, turn: 1 }))
    expect(sent).toContain('if [[ -f plan ]] @plan.md [[plan]]')
    expect(sent).not.toContain('12 December')
    expect(JSON.stringify(it.simulator.requests.at(-1)?.body)).not.toContain('assistant of a workspace')
  })

  test('sends a picture, and is told to send remote ones as data', async () => {
    const url = `data:image/png;base64,${PNG}`
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url } },
    ] as const
    const asked = { model: MODEL, messages: [{ role: 'user', content: [...content] } as Said] }
    const { response } = await client.chat.completions.create(asked).withResponse()
    const chatId = response.headers.get('x-varve-chat') ?? ''
    const { turns } = await it.app.openChat({ workspaceId: it.workspaceId, chatId })
    expect(turns[0]?.attachments).toMatchObject([{ title: 'picture-1.png' }])
    const elsewhere = { type: 'image_url', image_url: { url: 'https://example.org/a.png' } } as const
    const refused = client.chat.completions.create({
      model: MODEL,
      messages: [{ role: 'user', content: [elsewhere] }],
    })
    expect(await refusalOf(refused)).toMatchObject({
      status: 422,
      message: expect.stringContaining('data: URL'),
    })
  })
})

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

async function chatOf(model: string, text: string): Promise<{ readonly chatId: string }> {
  const { response } = await client.chat.completions.create({ model, messages: [user(text)] }).withResponse()
  return { chatId: response.headers.get('x-varve-chat') ?? '' }
}

describe('the client’s tools', () => {
  const weather = {
    type: 'function',
    function: {
      name: 'weather',
      description: 'The weather of a town.',
      parameters: { type: 'object', properties: { town: { type: 'string' } } },
    },
  } as const
  const asked = (messages: Said[]) => ({ model: TOOL_MODEL, messages, tools: [weather] })

  test('are called by the model and run by the client, and the answer continues in its chat', async () => {
    const messages = [user('How is the weather in Rome?')]
    const { data: first, response } = await client.chat.completions.create(asked(messages)).withResponse()
    const [choice] = first.choices
    expect(choice).toMatchObject({ finish_reason: 'tool_calls', message: { content: null } })
    const call = choice?.message.tool_calls?.[0]
    expect(call).toMatchObject({ type: 'function', function: { name: 'weather' } })
    const result = { role: 'tool', tool_call_id: call?.id ?? '', content: 'Sunny, 24 degrees' } as const
    const said: Said[] = [...messages, choice?.message as Said, result]
    const { data: second, response: again } = await client.chat.completions.create(asked(said)).withResponse()
    expect(second.choices[0]).toMatchObject({ finish_reason: 'stop' })
    expect(again.headers.get('x-varve-chat')).toBe(response.headers.get('x-varve-chat'))
    const chatId = response.headers.get('x-varve-chat') ?? ''
    const chat = await it.app.openChat({ workspaceId: it.workspaceId, chatId })
    expect(chat.turns).toHaveLength(1)
    expect(chat.turns[0]?.answer.steps?.[0]?.calls).toMatchObject([
      { tool: 'weather', status: 'done', result: 'Sunny, 24 degrees' },
    ])
    const more: Said[] = [...said, second.choices[0]?.message as Said, user('And tomorrow?')]
    const { response: third } = await client.chat.completions
      .create({ model: MODEL, messages: more })
      .withResponse()
    expect(third.headers.get('x-varve-chat')).toBe(chatId)
  })

  test('each response begins with its own first word', async () => {
    // A title would take one of the answers.
    await it.app.setWorkspaceSettings({ workspaceId: it.workspaceId, settings: { titles: 'words' } })
    it.simulator.play(
      { kind: 'answer', text: 'First the weather.', calls: 'first-tool' },
      { kind: 'answer', text: 'It is sunny.' },
    )
    const said: Said[] = [user('How is the weather in Bern?')]
    const texts: unknown[] = []
    for (let round = 0; round < 2; round++) {
      const { choices } = await client.chat.completions.create({ ...asked(said), model: MODEL })
      const message = choices[0]?.message
      texts.push(message?.content)
      const call = message?.tool_calls?.[0]
      if (message && call)
        said.push(message, { role: 'tool', tool_call_id: call.id, content: 'Sunny, 24 degrees' })
    }
    expect(texts).toEqual(['First the weather.', 'It is sunny.'])
  })

  test('are streamed, and earlier results from elsewhere become text', async () => {
    const messages = [user('And in Oslo?')]
    const stream = await client.chat.completions.create({ ...asked(messages), stream: true })
    const finishes: unknown[] = []
    const names: unknown[] = []
    for await (const { choices } of stream) {
      names.push(...(choices[0]?.delta.tool_calls ?? []).map((one) => one.function?.name))
      if (choices[0]?.finish_reason) finishes.push(choices[0].finish_reason)
    }
    expect([names, finishes]).toEqual([['weather'], ['tool_calls']])
    const call = {
      id: 'of-another',
      type: 'function',
      function: { name: 'weather', arguments: '{}' },
    } as const
    const foreign: Said[] = [
      ...messages,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'of-another', content: 'Rain' },
    ]
    const { response } = await client.chat.completions
      .create({ model: MODEL, messages: foreign })
      .withResponse()
    const chatId = response.headers.get('x-varve-chat') ?? ''
    const { turns } = await it.app.openChat({ workspaceId: it.workspaceId, chatId })
    expect(turns.at(-1)?.text).toBe('Result of weather:\nRain')
  })
})

describe('the guard', () => {
  const messages = [user('My card is 4539 1488 0343 6467, is it valid?')]

  test('asks first: 422 with types and places, never values, and nothing is sent', async () => {
    const refused = await refusalOf(client.chat.completions.create({ model: MODEL, messages }))
    expect(refused).toMatchObject({ status: 422, code: 'guard_findings', type: 'invalid_request_error' })
    const { findings } = refused.error as { readonly findings: readonly object[] }
    expect(findings).toMatchObject([{ type: 'CREDIT_CARD', place: 'message', count: 1 }])
    expect(JSON.stringify(refused.error)).not.toContain('4539 1488')
  })

  test('also scans system messages', async () => {
    const system = { role: 'system', content: 'Pay with 4539 1488 0343 6467.' } as const
    const refused = client.chat.completions.create({ model: MODEL, messages: [system, user('Hello guard')] })
    expect(await refusalOf(refused)).toMatchObject({ status: 422, code: 'guard_findings' })
  })

  test('follows the decision of the request', async () => {
    for (const decision of ['redact', 'send']) {
      const asked = { model: MODEL, messages, guard_decision: decision } as never
      expect(await client.chat.completions.create(asked)).toMatchObject({ object: 'chat.completion' })
    }
  })

  test('does not ask when nothing leaves this machine', async () => {
    const answer = await client.chat.completions.create({ model: 'offline', messages })
    expect(answer.choices[0]?.finish_reason).toBe('stop')
  })
})

describe('refusals', () => {
  test('have OpenAI’s form', async () => {
    const messages = [user('x')]
    const asked = { model: MODEL, messages }
    expect(await refusalOf(clientWith('wrong').models.list())).toMatchObject({
      status: 401,
      code: 'invalid_api_key',
      type: 'authentication_error',
    })
    const create = (body: object) => refusalOf(client.chat.completions.create(body as never))
    expect(await create({ ...asked, model: 'none' })).toMatchObject({ status: 404, code: 'model_not_found' })
    expect(await create({ ...asked, model: 'varve/none' })).toMatchObject({
      status: 404,
      code: 'model_not_found',
    })
    for (const [name, value] of Object.entries({
      n: 2,
      top_p: 'much',
      stop: ['x'],
      response_format: { type: 'xml' },
      tool_choice: 'always',
      nobody: 1,
    })) {
      const refused = await create({ ...asked, [name]: value })
      expect([name, refused.status, refused.type]).toEqual([name, 400, 'invalid_request_error'])
      expect(refused.message).toContain(name)
    }
    expect(await create({ ...asked, messages: [] })).toMatchObject({ status: 400 })
    expect(await create({ ...asked, messages: [{ role: 'assistant', content: 'x' }] })).toMatchObject({
      status: 422,
    })
    const response = await fetch(`${baseURL()}/none`, { headers: { authorization: `Bearer ${key}` } })
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { error: { code: 'route_not_found' } },
    ])
  })

  test('ignored parameters are reported', async () => {
    const asked = { model: MODEL, messages: [user('x')], seed: 1, top_p: 0.9, stop: [], user: 'ada' }
    const { response } = await client.chat.completions.create(asked).withResponse()
    expect(response.headers.get('x-varve-ignored')).toBe('seed, top_p')
  })

  test('a failing provider is reported, also in a stream', async () => {
    const asked = { model: BROKEN_MODEL, messages: [user('x')] }
    expect(await refusalOf(client.chat.completions.create(asked))).toMatchObject({
      status: 502,
      type: 'server_error',
    })
    const stream = await client.chat.completions.create({ ...asked, stream: true })
    const read = async () => {
      for await (const _ of stream);
    }
    expect((await refusalOf(read())).message).not.toBe('')
  })

  test('a provider that has had enough is told as such, so that clients wait', async () => {
    const asked = { model: BUSY_MODEL, messages: [user('x')] }
    const limited = { status: 429, code: 'rate_limit_exceeded' }
    expect(await refusalOf(client.chat.completions.create(asked))).toMatchObject(limited)
  })

  test('a cookie gives no access', async () => {
    const opened = await fetch(it.listening.url, { redirect: 'manual' })
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(cookie).not.toBe('')
    expect((await fetch(`${baseURL()}/models`, { headers: { cookie } })).status).toBe(401)
  })
})

describe('a limited key', () => {
  test('sees and uses what it names, and nothing once its money is spent', async () => {
    const made = await it.app.createApiKey({
      name: 'Limited',
      access: 'write',
      models: [MODEL],
      workspaces: [it.workspaceId],
      limitUSD: 0.000_001,
    })
    const limited = clientWith(made.key)
    const ids = (await limited.models.list()).data.map(({ id }) => id)
    expect(ids.filter((id) => !id.startsWith('varve/'))).toEqual([MODEL])
    const ask = (model: string) =>
      limited.chat.completions.create({ model, messages: [user('Hello limits')] })
    expect(await refusalOf(ask('offline'))).toMatchObject({ status: 403, type: 'permission_error' })
    expect((await ask(MODEL)).object).toBe('chat.completion')
    expect(await refusalOf(ask(MODEL))).toMatchObject({ status: 429, code: 'insufficient_quota' })
    const listed = (await it.app.listApiKeys(undefined)).find(({ id }) => id === made.apiKey.id)
    expect(listed?.spentUSD).toBeGreaterThan(0)
  })

  test('that is asked for several at once answers one of them, and stays within what it may spend', async () => {
    const made = await it.app.createApiKey({ name: 'Burst', access: 'write', limitUSD: 0.000_001 })
    const limited = clientWith(made.key)
    const ask = (text: string) =>
      limited.chat.completions.create({ model: MODEL, messages: [user(text)], max_tokens: 50 })
    const asked = await Promise.allSettled(['one', 'two', 'three', 'four', 'five'].map(ask))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of asked)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ status: 429, code: 'insufficient_quota' })
    const refused = await refusalOf(ask('six'))
    expect(refused.message).toMatch(/This API key has spent \$0\.0\d+ of its \$0\.0000010\. Nothing/)
  })

  test('that is spent in the middle of an answer ends it before its tools run', async () => {
    const made = await it.app.createApiKey({ name: 'Agent', access: 'write', limitUSD: 0.000_001 })
    const asked = clientWith(made.key).chat.completions.create({
      model: TOOL_MODEL,
      messages: [user('What is the weather in Rome?')],
      tools: [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }],
    })
    expect(await refusalOf(asked)).toMatchObject({ status: 429, code: 'insufficient_quota' })
  })

  test('a read-only key lists, and cannot ask', async () => {
    const reading = clientWith((await it.app.createApiKey({ name: 'R', access: 'read' })).key)
    expect((await reading.models.list()).data).not.toEqual([])
    const asked = reading.chat.completions.create({ model: 'offline', messages: [user('x')] })
    expect(await refusalOf(asked)).toMatchObject({ status: 403 })
  })
})

test('the AI SDK streams an answer', async () => {
  const model = createOpenAICompatible({ name: 'varve', baseURL: baseURL(), apiKey: key }).chatModel(MODEL)
  const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hello from the SDK' }] }] as const
  const { stream } = await model.doStream({ prompt: [...prompt] as never })
  const kinds = new Set<string>()
  for await (const each of stream) kinds.add(each.type)
  expect([...kinds]).toEqual(expect.arrayContaining(['text-delta', 'finish']))
  expect(kinds.has('error')).toBe(false)
})

test('the example in docs/api.md runs as written', async () => {
  const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8')
  const [, code = ''] = /```js\n(import OpenAI from 'openai'\n[^`]*)```/.exec(page) ?? []
  expect(code).toContain('http://127.0.0.1:4747/v1')
  const body = code
    .replace("import OpenAI from 'openai'\n", '')
    .replace("'http://127.0.0.1:4747/v1'", JSON.stringify(baseURL()))
    .replace('process.env.VARVE_KEY', JSON.stringify(key))
    .replaceAll('console.log(', 'said.push(')
    .replaceAll('process.stdout.write(', 'said.push(')
  const said: unknown[] = []
  const module = `export const run = async (OpenAI, said) => {${body}}`
  const { run } = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(module)}`)) as {
    readonly run: (client: typeof OpenAI, heard: unknown[]) => Promise<void>
  }
  await run(OpenAI, said)
  expect(said.join('')).toContain('12 December')
})
