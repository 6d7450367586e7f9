import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { Message, Part } from '@varve/engine'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import { DEFAULT_CATALOGUE } from '../catalogue/default-catalogue.ts'
import type { CallInput } from '../request/call-input.ts'
import { type ReasoningItem, writeReasoning } from '../wire/reasoning-record.ts'
import type { JsonObject, ProviderEvent } from '../wire/wire.ts'
import { buildRequest } from './build-request.ts'
import { sendRequest } from './send-request.ts'
import { CONFORMANCE_ADAPTERS, find } from './testing/conformance-adapters.ts'
import type { RecordedAnswer } from './testing/recorded-answer.ts'
import { sdkAnswer, sdkBody } from './testing/sdk-oracle.ts'

/** Every model of the catalogue, OpenAI's in both protocols, and what users write for other servers. */
const MODELS: readonly CatalogueModel[] = [
  ...DEFAULT_CATALOGUE.filter(({ protocol }) => protocol !== 'offline'),
  ...DEFAULT_CATALOGUE.filter(({ provider }) => provider === 'openai').map(
    (model): CatalogueModel => ({ ...model, protocol: 'openai-chat', reasoning: 'none' }),
  ),
  { ...find('deepseek/deepseek-v4-pro'), reasoning: 'text', textParts: false },
  { ...find('xai/grok-4.3'), cache: { ...find('xai/grok-4.3').cache, key: true } },
  { ...find('google/gemini-2.5-pro'), wireModel: 'gemma-3-27b-it' },
]

const RUNS = 25

const WORDS = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constant('Long enough to be marked. '.repeat(800)),
)
/** The SDK drops arguments whose names look like an attack; they are the model's, and we keep them. */
const DROPPED = /__proto__|constructor/

const ARGUMENTS = fc.oneof(
  fc.constantFrom('', '{}', '[1]', '{"a": 1,  "b":"ü"}', '{"path": "a'),
  fc
    .dictionary(fc.string(), fc.jsonValue())
    .map((value) => JSON.stringify(value))
    .filter((text) => !DROPPED.test(text)),
)
const TOOL = fc.constantFrom('readNote', 'listNotes', 'mcp_web-search')

/** What a model of this protocol would have given to be sent back. */
function reasoning({ id, protocol }: CatalogueModel, callId: string): fc.Arbitrary<Part> {
  const text = fc.string({ minLength: 1, maxLength: 9 })
  const items: Readonly<Record<string, fc.Arbitrary<ReasoningItem[]>>> = {
    anthropic: fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('thinking' as const), text, signature: text }),
        fc.record({ kind: fc.constant('redacted' as const), data: text }),
      ),
      { minLength: 1, maxLength: 2 },
    ),
    gemini: fc.record({ text, signature: text }).map((signed) => [
      { kind: 'thought', ...signed },
      { kind: 'call', callId, signature: signed.signature },
    ]),
    'openai-responses': fc
      .record({ summary: fc.array(text, { maxLength: 2 }), content: text })
      .map((item) => [{ kind: 'encrypted', id: `rs_${callId}`, ...item }]),
  }
  return fc
    .record({ text, items: items[protocol] ?? fc.constant([]) })
    .map((given) => ({ kind: 'reasoning', text: given.text, model: id, opaque: writeReasoning(given.items) }))
}

function turn(model: CatalogueModel, number: number): fc.Arbitrary<readonly Message[]> {
  const callId = `call.${number}`
  const texts = fc.array(
    WORDS.map((text): Part => ({ kind: 'text', text })),
    { minLength: 1, maxLength: 3 },
  )
  const image = { hash: 'h', mediaType: 'image/png', name: 'p.png' }
  const images = fc.array(fc.constant<Part>({ kind: 'image', image }), { maxLength: 1 })
  return fc
    .record({
      question: fc.tuple(texts, images).map((parts) => parts.flat()),
      thought: fc.option(reasoning(model, callId), { nil: undefined }),
      said: fc.array(WORDS, { maxLength: 2 }),
      tool: fc.option(fc.record({ name: TOOL, arguments: ARGUMENTS, text: WORDS }), { nil: undefined }),
    })
    .map(({ question, thought, said, tool }): readonly Message[] => {
      const spoken: Part[] = said.map((text) => ({ kind: 'text', text }))
      const answer: Part[] = [...(thought && spoken.length > 0 ? [thought] : []), ...spoken]
      if (!tool)
        return [
          { role: 'user', parts: question },
          { role: 'assistant', parts: answer },
        ]
      const { name, arguments: text } = tool
      const call: Part = { kind: 'tool-call', callId, tool: name, arguments: text }
      const result: Part = { kind: 'tool-result', callId, tool: name, text: tool.text }
      return [
        { role: 'user', parts: question },
        { role: 'assistant', parts: [...answer, call] },
        { role: 'tool', parts: [result] },
      ]
    })
}

function anyCall(model: CatalogueModel): fc.Arbitrary<CallInput> {
  const system = fc.array(
    WORDS.map((text): Part => ({ kind: 'text', text })),
    { maxLength: 2 },
  )
  const tool = fc.record({ name: TOOL, description: fc.string({ minLength: 1 }) })
  const parameters = { type: 'object', required: ['path'], properties: { path: { type: 'string' } } }
  return fc
    .record({
      system,
      turns: fc.tuple(turn(model, 1), turn(model, 2)),
      tools: fc.uniqueArray(tool, { selector: ({ name }) => name }),
      marks: fc.array(fc.nat(12), { maxLength: 5 }),
      longMarks: fc.nat(2),
      effort: fc.option(fc.constantFrom(...model.settings.reasoningEfforts, undefined), { nil: undefined }),
      temperature: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
      limit: fc.option(fc.integer({ min: 3_000, max: 9_000 }), { nil: undefined }),
    })
    .map(({ system: parts, turns, tools, marks, longMarks, effort, temperature, limit }) => ({
      model,
      messages: [
        { role: 'system', parts },
        ...turns.flat(),
        { role: 'user', parts: [{ kind: 'text', text: 'And now?' }] },
      ],
      tools: tools.map((each) => ({ ...each, parameters })),
      cache: { key: 'k', marks, longMarks },
      settings: {
        ...(effort === undefined ? {} : { reasoningEffort: effort }),
        ...(temperature === undefined ? {} : { temperature }),
        ...(limit === undefined ? {} : { maxOutputTokens: limit }),
      },
      getImage: async () => Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
    }))
}

/** The one place in which we write otherwise: where marks may come and go, a system text is always a list. [P-2] */
function withListedSystem(bodyText: string, { protocol, cache }: CatalogueModel): string {
  if (protocol !== 'openai-responses' || cache.profile !== 'openai-5.6') return bodyText
  const body = JSON.parse(bodyText) as { input: JsonObject[] }
  const input = body.input.map((item) =>
    item['role'] === 'developer' && typeof item['content'] === 'string'
      ? { ...item, content: [{ type: 'input_text', text: item['content'] }] }
      : item,
  )
  return JSON.stringify({ ...body, input })
}

describe('our bodies and those of the AI SDK', () => {
  test.each(MODELS.map((model) => [`${model.id}, ${model.protocol}, ${model.wireModel}`, model] as const))(
    '%s: the same bytes for any call',
    async (_, model) => {
      await fc.assert(
        fc.asyncProperty(anyCall(model), async (call) => {
          const { bodyText } = await buildRequest(call)
          expect(bodyText).toBe(withListedSystem(await sdkBody(call), model))
        }),
        { numRuns: RUNS },
      )
    },
  )
})

const ANSWER: fc.Arbitrary<RecordedAnswer> = fc.record(
  {
    texts: fc.array(fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }), {
      minLength: 1,
      maxLength: 4,
    }),
    thinking: fc.record({ text: fc.string({ minLength: 1 }), signature: fc.constant('c2ln') }),
    calls: fc
      .array(TOOL, { maxLength: 2 })
      .map((names) =>
        names.map((name, index) => ({ id: `call_${index}`, name, arguments: `{"path":"${index}.md"}` })),
      ),
    finish: fc.constantFrom('stop' as const, 'length' as const),
  },
  { requiredKeys: ['texts'] },
)

/** An answer in few words, anyone who read it. */
interface Told {
  readonly text: string
  readonly thought: string
  readonly calls: readonly string[]
  readonly counts: readonly (number | undefined)[]
}

function toldBySdk(parts: readonly LanguageModelV4StreamPart[]): Told {
  const all = (type: string): string =>
    parts.map((part) => (part.type === type && 'delta' in part ? part.delta : '')).join('')
  const finish = parts.find((part) => part.type === 'finish')
  return {
    text: all('text-delta'),
    thought: all('reasoning-delta'),
    calls: parts.flatMap((part) =>
      part.type === 'tool-call' ? [`${part.toolCallId} ${part.toolName} ${part.input}`] : [],
    ),
    counts: [
      finish?.usage.inputTokens.total,
      finish?.usage.outputTokens.total,
      finish?.usage.inputTokens.cacheWrite ?? 0,
      finish?.usage.outputTokens.reasoning,
    ],
  }
}

function toldByUs(events: readonly ProviderEvent[]): Told {
  const all = (kind: 'text' | 'reasoning'): string =>
    events.map((event) => (event.kind === kind ? event.delta : '')).join('')
  const usage = events.flatMap((event) => (event.kind === 'usage' ? [event.usage] : []))[0]
  return {
    text: all('text'),
    thought: all('reasoning'),
    calls: events.flatMap((event) =>
      event.kind === 'tool-call' ? [`${event.callId} ${event.tool} ${event.arguments}`] : [],
    ),
    counts: [usage?.input, usage?.output, usage?.written, usage?.reasoning],
  }
}

/** The bytes in pieces of any size: a character may come in two. */
function inPieces(chunks: readonly string[], size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(chunks.join(''))
  return new ReadableStream({
    start: (stream) => {
      for (let at = 0; at < bytes.length; at += size) stream.enqueue(bytes.slice(at, at + size))
      stream.close()
    },
  })
}

describe('our readers and those of the AI SDK', () => {
  const adapters = CONFORMANCE_ADAPTERS.filter(({ name }) => name !== 'Ollama')
  test.each(adapters.map((adapter) => [adapter.name, adapter] as const))(
    '%s: the same of any answer, in whatever pieces it comes',
    async (name, { model, record, contentType }) => {
      await fc.assert(
        fc.asyncProperty(ANSWER, fc.integer({ min: 1, max: 300 }), async (answer, size) => {
          // Tags in a text are told apart by us alone, and so are the thoughts of an OpenAI that is none.
          fc.pre(!answer.texts.join('').includes('<'))
          const { thinking: _, ...unthought } = answer
          const chunks = record(name === 'OpenAI Chat' ? unthought : answer)
          const headers = { 'content-type': contentType }
          const messages = [{ role: 'user', parts: [{ kind: 'text', text: 'Hi' }] }] as const
          const events: ProviderEvent[] = []
          const fetch = async () => new Response(inPieces(chunks, size), { headers })
          for await (const event of sendRequest({ model, messages, tools: [] }, { fetch })) events.push(event)
          expect(toldByUs(events)).toEqual(toldBySdk(await sdkAnswer(model, chunks)))
        }),
        { numRuns: RUNS },
      )
    },
  )
})
