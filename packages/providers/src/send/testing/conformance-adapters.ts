import { type CatalogueModel, catalogueModelSchema } from '../../catalogue/catalogue-model.ts'
import { DEFAULT_CATALOGUE } from '../../catalogue/default-catalogue.ts'
import type { ReportedUsage } from '../../wire/wire.ts'
import { type RecordedAnswer, REPORTED } from './recorded-answer.ts'
import {
  COMPATIBLE_USAGE,
  DEEPSEEK_USAGE,
  OPENAI_USAGE,
  recordChat,
  recordResponses,
} from './recorded-openai.ts'
import { recordAnthropic, recordGemini, recordOllama } from './recorded-others.ts'

export type Capability = 'images' | 'reasoning' | 'marks' | 'cache key' | 'settings'

/** One adapter as the suite sees it. */
export interface ConformanceAdapter {
  readonly name: string
  readonly model: CatalogueModel
  readonly record: (answer: RecordedAnswer) => readonly string[]
  readonly contentType: string
  readonly usage: ReportedUsage
  /** What it cannot do, and why. */
  readonly skips: Readonly<Partial<Record<Capability, string>>>
}

const INPUT = REPORTED.cached + REPORTED.written + REPORTED.uncached
const { output, reasoning } = REPORTED
const FULL: ReportedUsage = { input: INPUT, ...REPORTED }
/** Providers that do not tell writes count them among the uncached. */
const WITHOUT_WRITES: ReportedUsage = {
  input: INPUT,
  cached: REPORTED.cached,
  written: 0,
  uncached: INPUT - REPORTED.cached,
  output,
  reasoning,
}
const SSE = 'text/event-stream'
const NO_MARKS = 'the provider finds prefixes by itself'
const NO_KEY = 'the provider knows no cache key'
const NO_REPLAY = 'the provider takes no reasoning back'

export const CONFORMANCE_ADAPTERS: readonly ConformanceAdapter[] = [
  {
    name: 'OpenAI Responses',
    model: find('openai/gpt-5.6'),
    record: recordResponses,
    contentType: SSE,
    usage: FULL,
    skips: {},
  },
  {
    name: 'OpenAI Chat',
    model: { ...find('openai/gpt-5.6'), protocol: 'openai-chat', reasoning: 'none' },
    record: recordChat(OPENAI_USAGE),
    contentType: SSE,
    usage: FULL,
    skips: { reasoning: 'this protocol gives no reasoning' },
  },
  {
    name: 'OpenAI-compatible (xAI)',
    model: find('xai/grok-4.3'),
    record: recordChat(COMPATIBLE_USAGE),
    contentType: SSE,
    usage: WITHOUT_WRITES,
    skips: { reasoning: NO_REPLAY, marks: NO_MARKS, 'cache key': NO_KEY },
  },
  {
    name: 'OpenAI-compatible (DeepSeek)',
    model: find('deepseek/deepseek-v4-pro'),
    record: recordChat(DEEPSEEK_USAGE),
    contentType: SSE,
    usage: WITHOUT_WRITES,
    skips: { images: 'no vision', reasoning: NO_REPLAY, marks: NO_MARKS, 'cache key': NO_KEY },
  },
  {
    name: 'Anthropic',
    model: find('anthropic/claude-sonnet-4-5'),
    record: recordAnthropic,
    contentType: SSE,
    usage: FULL,
    skips: { 'cache key': NO_KEY },
  },
  {
    name: 'Gemini',
    model: find('google/gemini-3.1-pro-preview'),
    record: recordGemini,
    contentType: SSE,
    usage: WITHOUT_WRITES,
    skips: { marks: NO_MARKS, 'cache key': NO_KEY },
  },
  {
    name: 'Ollama',
    model: ollamaModel(),
    record: recordOllama,
    contentType: 'application/x-ndjson',
    usage: { input: INPUT, cached: 0, written: 0, uncached: INPUT, output, reasoning: 0 },
    skips: { reasoning: NO_REPLAY, marks: NO_MARKS, 'cache key': NO_KEY },
  },
]

function ollamaModel(): CatalogueModel {
  return catalogueModelSchema.parse({
    ...find('xai/grok-4.3'),
    id: 'ollama/llama3.2',
    name: 'Llama 3.2',
    provider: 'ollama',
    wireModel: 'llama3.2',
    protocol: 'ollama',
    baseUrl: 'http://127.0.0.1:11434',
    keyVariable: '',
    window: 16_384,
    outputLimit: 4_096,
    reservedOutput: 2_048,
    cache: { profile: 'ollama' },
    price: { input: 0, output: 0 },
    settings: { reasoningEfforts: ['low', 'high'] },
  })
}

export function find(id: string): CatalogueModel {
  const model = DEFAULT_CATALOGUE.find((candidate) => candidate.id === id)
  if (!model) throw new Error(`no model ${id}`)
  return model
}
