import type { LanguageModelV4Prompt, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { Part } from '@varve/engine'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import type { Mark } from './placed-message.ts'
import { readArguments } from './read-arguments.ts'
import { type ReasoningItem, readReasoning } from './reasoning-record.ts'

type AssistantPart = Extract<LanguageModelV4Prompt[number], { role: 'assistant' }>['content'][number]
export type ReasoningPart = Extract<AssistantPart, { type: 'reasoning' }>
type ToolResultPart = Extract<
  Extract<LanguageModelV4Prompt[number], { role: 'tool' }>['content'][number],
  { type: 'tool-result' }
>

/** How one protocol wants the pieces that differ between them. */
export interface Dialect {
  /** The system text as one message for each part, or as one for all. */
  readonly isSystemJoined: boolean
  /** A message of texts only as one text. */
  readonly isTextJoined: boolean
  readonly markOptions: (mark: Mark) => SharedV4ProviderOptions
  readonly reasoningParts: (part: Extract<Part, { kind: 'reasoning' }>) => readonly ReasoningPart[]
  readonly callId: (callId: string) => string
  readonly callInput: (text: string) => unknown
  readonly callOptions: (callId: string, reasoning: readonly ReasoningItem[]) => SharedV4ProviderOptions
  readonly result: (text: string, options: SharedV4ProviderOptions) => ToolResultPart['output']
}

/** The dialect of a model; Ollama has a converter of its own. */
export function dialectOf(model: CatalogueModel): Dialect {
  switch (model.protocol) {
    case 'openai-responses':
      return RESPONSES
    case 'openai-chat':
      return { ...CHAT, isTextJoined: !model.textParts }
    case 'anthropic':
      return ANTHROPIC
    case 'gemini':
      return GEMINI
    case 'ollama':
    case 'offline':
      return CHAT
    default:
      return model.protocol satisfies never
  }
}

const COMMON = {
  isTextJoined: false,
  callId: (callId: string) => callId,
  callInput: (text: string) => readArguments(text).value,
  callOptions: () => ({}),
  result: (value: string) => ({ type: 'text' as const, value }),
}

const openaiMark = (): SharedV4ProviderOptions => ({
  openai: { promptCacheBreakpoint: { mode: 'explicit' } },
})

/** Arguments stay the text that they were: parsed and written again they might lose a blank. */
const textInput = (text: string): unknown => {
  const { isValid, value } = readArguments(text)
  return isValid && text !== '' ? text : value
}

const RESPONSES: Dialect = {
  ...COMMON,
  isSystemJoined: false,
  markOptions: openaiMark,
  callInput: textInput,
  reasoningParts: ({ opaque }) => readReasoning(opaque).flatMap(encryptedParts),
  // In parts form always: a mark that comes or goes then changes nothing else. [P-2]
  result: (text, options) => ({
    type: 'content',
    value: [{ type: 'text', text, ...givenOptions(options) }],
  }),
}

function encryptedParts(item: ReasoningItem): readonly ReasoningPart[] {
  if (item.kind !== 'encrypted') return []
  const providerOptions = { openai: { itemId: item.id, reasoningEncryptedContent: item.content } }
  const texts = item.summary.length === 0 ? [''] : item.summary
  return texts.map((text) => ({ type: 'reasoning', text, providerOptions }))
}

const CHAT: Dialect = {
  ...COMMON,
  isSystemJoined: true,
  markOptions: openaiMark,
  callInput: textInput,
  reasoningParts: ({ text }) => (text === '' ? [] : [{ type: 'reasoning', text }]),
  result: (value, options) => ({ type: 'text', value, ...givenOptions(options) }),
}

const ANTHROPIC: Dialect = {
  ...COMMON,
  isSystemJoined: false,
  markOptions: ({ isLong }) => ({
    anthropic: { cacheControl: isLong ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' } },
  }),
  // The API takes no other characters; ids of other makers have some.
  callId: (callId) => callId.replace(/[^a-zA-Z0-9_-]/g, '_'),
  reasoningParts: ({ opaque }) => readReasoning(opaque).flatMap(thinkingPart),
}

function thinkingPart(item: ReasoningItem): readonly ReasoningPart[] {
  if (item.kind === 'thinking')
    return [
      {
        type: 'reasoning',
        text: item.text,
        providerOptions: { anthropic: { signature: item.signature } },
      },
    ]
  if (item.kind === 'redacted')
    return [{ type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: item.data } } }]
  return []
}

const GEMINI: Dialect = {
  ...COMMON,
  isSystemJoined: false,
  markOptions: () => ({}),
  reasoningParts: ({ opaque }) => readReasoning(opaque).flatMap(thoughtPart),
  callOptions: (callId, reasoning) => {
    const item = reasoning.find((known) => known.kind === 'call' && known.callId === callId)
    return item?.kind === 'call' ? { google: { thoughtSignature: item.signature } } : {}
  },
}

function thoughtPart(item: ReasoningItem): readonly ReasoningPart[] {
  if (item.kind !== 'thought') return []
  const { text, signature } = item
  return [{ type: 'reasoning', text, providerOptions: { google: { thoughtSignature: signature } } }]
}

/** Left out where there are none, for an empty object would count as given. */
export function givenOptions(options: SharedV4ProviderOptions): {
  readonly providerOptions?: SharedV4ProviderOptions
} {
  return Object.keys(options).length === 0 ? {} : { providerOptions: options }
}
