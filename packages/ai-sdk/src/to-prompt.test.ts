import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { Message, Part } from '@varve/engine'
import { buildRequest } from '@varve/providers'
import {
  type CallInput,
  type CatalogueModel,
  DEFAULT_CATALOGUE,
  type PlacedCall,
  placeCall,
  type ReasoningItem,
  writeReasoning,
} from '@varve/providers/convert'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toPrompt } from './to-prompt.ts'

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
  const body = JSON.parse(bodyText) as { input: Readonly<Record<string, unknown>>[] }
  const input = body.input.map((item) =>
    item['role'] === 'developer' && typeof item['content'] === 'string'
      ? { ...item, content: [{ type: 'input_text', text: item['content'] }] }
      : item,
  )
  return JSON.stringify({ ...body, input })
}

describe('what the AI SDK sends for a prepared call', () => {
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

function find(id: string): CatalogueModel {
  const model = DEFAULT_CATALOGUE.find((candidate) => candidate.id === id)
  if (!model) throw new Error(`no model ${id}`)
  return model
}

/** The body that the provider's own package writes for a call that went through `toPrompt`. */
async function sdkBody(input: CallInput): Promise<string> {
  const placed = await placeCall(input)
  let written: string | undefined
  const fetch: typeof globalThis.fetch = async (_, init) => {
    written = init?.body as string
    throw new TypeError('nothing is sent')
  }
  try {
    await sdkModel(placed.model, fetch).doStream(callOptions(placed))
  } catch (error) {
    if (written === undefined) throw error
  }
  return written ?? ''
}

function sdkModel(
  { protocol, provider, wireModel }: CatalogueModel,
  fetch: typeof globalThis.fetch,
): LanguageModelV4 {
  const settings = { baseURL: 'https://example.org', apiKey: 'key', fetch }
  switch (protocol) {
    case 'openai-responses':
      return createOpenAI(settings).responses(wireModel)
    case 'openai-chat':
      return provider === 'openai'
        ? createOpenAI(settings).chat(wireModel)
        : createOpenAICompatible({ ...settings, name: provider, includeUsage: true }).chatModel(wireModel)
    case 'anthropic':
      return createAnthropic(settings)(wireModel)
    case 'gemini':
      return createGoogle(settings)(wireModel)
    case 'ollama':
    case 'offline':
      throw new Error(`no package speaks ${protocol}`)
    default:
      return protocol satisfies never
  }
}

/** What a caller of the AI SDK says beside the prompt, so that every field of a body is there to compare. */
function callOptions(call: PlacedCall): LanguageModelV4CallOptions {
  const { model, settings, budget, tools } = call
  const isAnthropic = model.protocol === 'anthropic'
  const limit = settings.maxOutputTokens ?? (isAnthropic ? model.reservedOutput : undefined)
  const { instructions, messages, providerOptions } = toPrompt(call)
  return {
    // What the AI SDK makes of these messages has the same form.
    prompt: [...instructions, ...messages] as LanguageModelV4Prompt,
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function' as const,
            name,
            description,
            inputSchema: parameters,
          })),
        }),
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    // The package adds what may be thought to the limit.
    ...(limit === undefined ? {} : { maxOutputTokens: limit - (isAnthropic ? (budget ?? 0) : 0) }),
    ...(settings.reasoningEffort === undefined || budget !== undefined
      ? {}
      : { reasoning: settings.reasoningEffort }),
    providerOptions: {
      ...providerOptions,
      ...(isAnthropic
        ? {
            anthropic: {
              toolStreaming: false,
              ...(budget === undefined ? {} : { thinking: { type: 'enabled', budgetTokens: budget } }),
            },
          }
        : {}),
      ...(model.protocol === 'gemini' && budget !== undefined
        ? { google: { thinkingConfig: { thinkingBudget: budget } } }
        : {}),
    },
  }
}
