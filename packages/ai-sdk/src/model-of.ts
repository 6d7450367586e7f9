import {
  type CatalogueModel,
  type CatalogueModelInput,
  catalogueModelSchema,
  DEFAULT_CATALOGUE,
} from '@varve/providers/convert'
import type { LanguageModel } from 'ai'

/** What you know better than the built-in catalogue: sizes, abilities, cache rules, prices. */
export interface ModelFacts
  extends Partial<
    Pick<
      CatalogueModelInput,
      | 'window'
      | 'reservedOutput'
      | 'modalities'
      | 'tools'
      | 'price'
      | 'reasoning'
      | 'textParts'
      | 'asOf'
      | 'source'
    >
  > {
  readonly cache?: Partial<CatalogueModelInput['cache']>
}

/** The catalogue's row for a model of the AI SDK, or a cautious guess by its provider, with your facts on top. */
export function modelOf(model: LanguageModel, facts: ModelFacts = {}): CatalogueModel {
  const { provider, kind, name } = nameOf(model)
  const known = rowOf(provider, name) ?? guess(provider, name)
  const isChat = kind === 'chat' || kind === 'completion'
  // OpenAI's older protocol gives no reasoning to send back.
  const row: CatalogueModelInput =
    isChat && known.protocol === 'openai-responses'
      ? { ...known, protocol: 'openai-chat', reasoning: 'none' }
      : known
  return catalogueModelSchema.parse({
    ...row,
    ...facts,
    wireModel: name,
    cache: { ...row.cache, ...facts.cache },
  })
}

interface ModelName {
  readonly provider: string
  /** What stands behind the provider's name: `messages`, `responses`, `chat`. */
  readonly kind: string
  readonly name: string
}

/** `anthropic.messages` and `claude-…`; through a gateway `anthropic/claude-…`. */
function nameOf(model: LanguageModel): ModelName {
  if (typeof model !== 'string') {
    const { provider, modelId } = model
    const [first = '', ...rest] = provider.split('.')
    if (first === 'gateway') return nameOf(modelId)
    const vendor = provider.includes('anthropic') ? 'anthropic' : first
    return { provider: vendor, kind: rest.at(-1) ?? '', name: modelId }
  }
  const [provider = '', ...rest] = model.split('/')
  return { provider, kind: '', name: rest.join('/') }
}

/** By its name, or by a name that a date or a variant was added to. */
function rowOf(provider: string, name: string): CatalogueModel | undefined {
  const rows = DEFAULT_CATALOGUE.filter((row) => row.provider === provider)
  return (
    rows.find(({ wireModel }) => wireModel === name) ??
    rows
      .filter(({ wireModel }) => name.startsWith(`${wireModel}-`))
      .toSorted((a, b) => b.wireModel.length - a.wireModel.length)[0]
  )
}

const LOCAL = /^(ollama|lm-?studio|llama|vllm|local)/
const GUESSED = 'A guess by the name of the provider'

/** A model that nobody described: a small window, and the usual cache rules of its provider. */
function guess(provider: string, name: string): CatalogueModelInput {
  const isLocal = LOCAL.test(provider)
  const usual: CatalogueModelInput = {
    id: `${idPart(provider)}/${name.replace(/\s/g, '_') || 'model'}`,
    name: name || provider,
    provider: idPart(provider),
    wireModel: name || 'model',
    protocol: 'openai-chat',
    baseUrl: '',
    keyVariable: '',
    window: isLocal ? 8_192 : 128_000,
    outputLimit: isLocal ? 2_048 : 8_192,
    reservedOutput: isLocal ? 2_048 : 8_192,
    modalities: isLocal ? ['text'] : ['text', 'image'],
    tools: true,
    tokenizer: 'estimate',
    cache: { profile: isLocal ? 'ollama' : 'openai' },
    price: { input: 0, output: 0 },
    unknown: isLocal ? ['window'] : ['window', 'price'],
    settings: {},
    textParts: false,
    asOf: '2026-11-19',
    source: GUESSED,
  }
  switch (provider) {
    case 'anthropic':
      return {
        ...usual,
        protocol: 'anthropic',
        window: 200_000,
        reasoning: 'opaque',
        cache: { profile: 'anthropic', marks: true },
      }
    case 'openai': {
      const version = /^gpt-(\d+)(?:\.(\d+))?/.exec(name)
      const takesMarks = version !== null && Number(version[1]) * 100 + Number(version[2] ?? 0) >= 506
      return {
        ...usual,
        protocol: 'openai-responses',
        reasoning: 'opaque',
        textParts: true,
        cache: takesMarks
          ? { profile: 'openai-5.6', key: true, marks: true }
          : { profile: 'openai', key: true },
      }
    }
    case 'google':
      return { ...usual, protocol: 'gemini', reasoning: 'opaque', cache: { profile: 'gemini' } }
    case 'deepseek':
      return { ...usual, modalities: ['text'], cache: { profile: 'deepseek' } }
    default:
      return usual
  }
}

function idPart(provider: string): string {
  return (
    provider
      .toLowerCase()
      .replace(/[^a-z0-9.-]+/g, '-')
      .replace(/^[^a-z0-9]+/, '') || 'provider'
  )
}
