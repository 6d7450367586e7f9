import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { describe, expect, test } from 'vitest'
import { textOf } from './testing/letters.ts'
import { runSimulator } from './testing/run-simulator.ts'

const apiKey = 'sk-test'

interface Client {
  readonly name: string
  /** Tokens of the prompt below that are read again from the cache. */
  readonly cached: number
  readonly open: (url: string) => LanguageModelV4
}

/** A prompt of 6,000 tokens, each text its own block. */
const PROMPT: LanguageModelV4CallOptions['prompt'] = [
  {
    role: 'system',
    content: textOf('system', 2000),
    providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  },
  { role: 'user', content: [{ type: 'text', text: textOf('user', 4000) }] },
]

const CLIENTS: readonly Client[] = [
  {
    name: 'openai responses',
    cached: 6000,
    open: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).responses('gpt-5.6'),
  },
  {
    name: 'openai chat',
    cached: 5888,
    open: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).chat('gpt-4.1'),
  },
  {
    name: 'anthropic',
    cached: 2000,
    open: (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey })('claude-sonnet-4-5'),
  },
  {
    name: 'gemini',
    cached: 6000,
    open: (url) => createGoogle({ baseURL: `${url}/v1beta`, apiKey })('gemini-2.5-pro'),
  },
  {
    name: 'compatible',
    cached: 6000,
    open: (url) =>
      createOpenAICompatible({ name: 'deepseek', baseURL: `${url}/v1`, apiKey, includeUsage: true })(
        'deepseek-chat',
      ),
  },
]

const TOOLS: LanguageModelV4CallOptions['tools'] = [
  {
    type: 'function',
    name: 'find',
    description: 'Finds.',
    inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  },
]

describe.each(CLIENTS)('$name’s official client', ({ open, cached, name }) => {
  test('reads an answer in one piece, with usage', async () => {
    const simulator = await runSimulator()
    const model = open(simulator.url)
    const ask = async () => {
      simulator.play({ kind: 'answer', text: 'Hello.' })
      return model.doGenerate({ prompt: PROMPT })
    }
    const first = await ask()
    expect(first.content).toMatchObject([{ type: 'text', text: 'Hello.' }])
    expect(first.finishReason.unified).toBe('stop')
    expect(first.usage.inputTokens.total).toBe(6000)
    expect(first.usage.inputTokens.cacheRead ?? 0).toBe(0)
    const second = await ask()
    expect(second.usage).toMatchObject({
      inputTokens: { total: 6000, cacheRead: cached },
      outputTokens: { total: 6 },
    })
  })

  test('reads a stream of text and reasoning', async () => {
    const simulator = await runSimulator({
      scenarios: [{ kind: 'answer', reasoning: 'A thought.', text: 'Hello there.', chunkCharacters: 3 }],
    })
    const parts = await collect(open(simulator.url), { prompt: PROMPT })
    expect(textIn(parts, 'text-delta')).toBe('Hello there.')
    // OpenAI's Chat counts what was thought and shows nothing of it.
    expect(textIn(parts, 'reasoning-delta')).toBe(name === 'openai chat' ? '' : 'A thought.')
    const finish = parts.find((part) => part.type === 'finish')
    expect(finish).toMatchObject({
      finishReason: { unified: 'stop' },
      usage: { inputTokens: { total: 6000 }, outputTokens: { total: 22 } },
    })
    expect(parts.filter((part) => part.type === 'error')).toEqual([])
  })

  test('reads a call, and sends it back with its result', async () => {
    const simulator = await runSimulator({ scenarios: ['tool-call', 'tool-call', 'tool-call'] })
    const model = open(simulator.url)
    const whole = await model.doGenerate({ prompt: PROMPT, tools: TOOLS })
    expect(whole.finishReason.unified).toBe('tool-calls')
    const parts = await collect(model, { prompt: PROMPT, tools: TOOLS })
    const call = parts.find((part) => part.type === 'tool-call')
    expect(call).toMatchObject({ toolName: 'find', input: '{"query":"sample"}' })
    const toolCallId = call?.type === 'tool-call' ? call.toolCallId : ''
    const answer = await model.doGenerate({
      tools: TOOLS,
      prompt: [
        ...PROMPT,
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId, toolName: 'find', input: { query: 'sample' } }],
        },
        {
          role: 'tool',
          content: [
            { type: 'tool-result', toolCallId, toolName: 'find', output: { type: 'text', value: 'here' } },
          ],
        },
      ],
    })
    expect(answer.content).toMatchObject([{ type: 'text' }])
    expect(simulator.requests.at(-1)?.usage?.cached).toBeGreaterThan(0)
  })

  test('reads errors with status and message', async () => {
    const simulator = await runSimulator({ scenarios: ['429', '500', '401'] })
    const model = open(simulator.url)
    for (const statusCode of [429, 500, 401])
      await expect(model.doGenerate({ prompt: PROMPT })).rejects.toMatchObject({
        statusCode,
        message: expect.stringMatching(/Rate limit|had an error|Incorrect API key/),
      })
    const simulated = await runSimulator({ windowTokens: 100 })
    await expect(open(simulated.url).doStream({ prompt: PROMPT })).rejects.toMatchObject({ statusCode: 400 })
  })

  test('reads an error in mid-stream', async () => {
    const simulator = await runSimulator({ scenarios: ['stream-error'] })
    const parts = await collect(open(simulator.url), { prompt: PROMPT })
    expect(parts.some((part) => part.type === 'error')).toBe(true)
  })
})

async function collect(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
): Promise<readonly LanguageModelV4StreamPart[]> {
  const { stream } = await model.doStream(options)
  const parts: LanguageModelV4StreamPart[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

function textIn(parts: readonly LanguageModelV4StreamPart[], type: 'text-delta' | 'reasoning-delta'): string {
  return parts.map((part) => (part.type === type ? part.delta : '')).join('')
}
