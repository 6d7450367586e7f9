import { expect, onTestFinished, test } from 'vitest'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import type { ProviderEvent } from '../wire/wire.ts'
import { sendRequest } from './send-request.ts'
import { CONFORMANCE_ADAPTERS } from './testing/conformance-adapters.ts'
import { ScriptedServer } from './testing/scripted-server.ts'

async function answer(
  texts: readonly string[],
  change: (model: CatalogueModel) => CatalogueModel = (model) => model,
): Promise<readonly ProviderEvent[]> {
  const adapter = CONFORMANCE_ADAPTERS.find(({ name }) => name.includes('xAI'))
  if (!adapter) throw new Error('no such adapter')
  const headers = { 'content-type': adapter.contentType }
  const server = await ScriptedServer.start([{ headers, chunks: adapter.record({ texts }) }])
  onTestFinished(() => server.stop())
  const messages = [{ role: 'user', parts: [{ kind: 'text', text: 'Hi' }] }] as const
  const events: ProviderEvent[] = []
  const input = { model: change(adapter.model), messages, tools: [] }
  for await (const event of sendRequest(input, { fetch, baseUrl: server.origin, key: 'k' }))
    events.push(event)
  return events.filter(({ kind }) => kind !== 'usage')
}

test('thinking and actions inside the text become events of their own', async () => {
  const events = await answer([
    '<thi',
    'nk>hm</think>Here: <write',
    'File path="a.md">',
    '# A</writeFile> done',
  ])
  expect(events).toEqual([
    { kind: 'reasoning', delta: 'hm' },
    { kind: 'text', delta: 'Here: ' },
    {
      kind: 'action',
      name: 'writeFile',
      attributes: { path: 'a.md' },
      text: '# A',
      raw: '<writeFile path="a.md"># A</writeFile>',
    },
    { kind: 'text', delta: ' done' },
    { kind: 'finish', reason: 'stop' },
  ])
})

test('a model whose template opens the thinking starts inside it', async () => {
  const events = await answer(['hm</think>Yes'], (model) => ({ ...model, startsThinking: true }))
  expect(events.map(({ kind }) => kind)).toEqual(['reasoning', 'text', 'finish'])
})

test('an answer that ends inside an action keeps it as text', async () => {
  expect(await answer(['<writeFile path="a">half'])).toEqual([
    { kind: 'text', delta: '<writeFile path="a">half' },
    { kind: 'finish', reason: 'stop' },
  ])
})

/** What comes of bytes that a provider sends. */
async function received(
  name: string,
  chunks: readonly string[],
  type?: string,
): Promise<readonly ProviderEvent[]> {
  const adapter = CONFORMANCE_ADAPTERS.find((each) => each.name.includes(name))
  if (!adapter) throw new Error('no such adapter')
  const server = await ScriptedServer.start([
    { headers: { 'content-type': type ?? adapter.contentType }, chunks },
  ])
  onTestFinished(() => server.stop())
  const messages = [{ role: 'user', parts: [{ kind: 'text', text: 'Hi' }] }] as const
  const events: ProviderEvent[] = []
  const input = { model: adapter.model, messages, tools: [] }
  for await (const event of sendRequest(input, { fetch, baseUrl: server.origin, key: 'k' }))
    events.push(event)
  return events
}

const piecesOf = (name: string): readonly string[] =>
  CONFORMANCE_ADAPTERS.find((each) => each.name.includes(name))?.record({ texts: ['Hel', 'lo'] }) ?? []

test('skips an event that Anthropic added later', async () => {
  const pieces = piecesOf('Anthropic')
  const added = 'event: weather\ndata: {"type":"weather","sky":"blue"}\n\n'
  const events = await received('Anthropic', [...pieces.slice(0, 3), added, ...pieces.slice(3)])
  expect(events).toEqual(await received('Anthropic', pieces))
  expect(events.at(-1)).toEqual({ kind: 'finish', reason: 'stop' })
})

test('llama-server tells in its timings what it had in memory', async () => {
  const usage = { prompt_tokens: 237, completion_tokens: 35 }
  const timings = { cache_n: 236, prompt_n: 1, predicted_n: 35 }
  const piece = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }], usage, timings })}\n\n`
  expect(await received('xAI', [piece])).toContainEqual({
    kind: 'usage',
    usage: { input: 237, cached: 236, written: 0, uncached: 1, output: 35, reasoning: 0 },
  })
})

test('reads a last Ollama line without line feed, and half of one is an interruption', async () => {
  const whole = piecesOf('Ollama').join('').trimEnd()
  expect(await received('Ollama', [whole])).toEqual(await received('Ollama', [`${whole}\n`]))
  expect((await received('Ollama', [whole.slice(0, -5)])).at(-1)).toEqual({ kind: 'finish', reason: 'cut' })
})

test('an unstreamed answer to a streaming request is reported as such', async () => {
  expect(await received('xAI', ['{"choices":[]}'], 'application/json')).toMatchObject([
    { kind: 'error', error: { code: 'bad-response', message: expect.stringContaining('in one piece') } },
  ])
})

test('a failed Gemini call is reported as such, with usage', async () => {
  const candidate = { content: {}, finishReason: 'MALFORMED_FUNCTION_CALL', index: 0 }
  const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 2, totalTokenCount: 11 }
  const piece = `data: ${JSON.stringify({ candidates: [candidate], usageMetadata })}\n\n`
  expect(await received('Gemini', [piece])).toMatchObject([
    { kind: 'usage', usage: { input: 9, output: 2 } },
    { kind: 'error', error: { message: 'the model ended its answer with MALFORMED_FUNCTION_CALL' } },
  ])
})

test('an overload in mid-stream is reported as one, and unreadable errors briefly', async () => {
  const [start = '', ...rest] = piecesOf('Anthropic')
  const begun = [start, ...rest.slice(0, 2)]
  const fault = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
  const told = await received('Anthropic', [...begun, `event: error\ndata: ${JSON.stringify(fault)}\n\n`])
  expect(told.at(-1)).toMatchObject({
    kind: 'error',
    error: { code: 'overloaded', message: 'Overloaded', providerCode: 'overloaded_error' },
  })
  const broken = await received('Anthropic', [...begun, 'data: {"type":"message_delta"}\n\n'])
  expect(broken.at(-1)).toMatchObject({
    kind: 'error',
    error: {
      message: 'something came that cannot be read as a part of an answer: {"type":"message_delta"}',
    },
  })
})
