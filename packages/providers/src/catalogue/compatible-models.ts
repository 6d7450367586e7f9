import type { CatalogueModelInput } from './catalogue-model.ts'

const COMPATIBLE = {
  protocol: 'openai-chat',
  tools: true,
  tokenizer: 'estimate',
  asOf: '2026-11-15',
} as const satisfies Partial<CatalogueModelInput>

/** Its API takes a message as one text only. */
const DEEPSEEK = {
  ...COMPATIBLE,
  provider: 'deepseek',
  baseUrl: 'https://api.deepseek.com',
  keyVariable: 'DEEPSEEK_API_KEY',
  window: 1_000_000,
  outputLimit: 384_000,
  reservedOutput: 16_000,
  modalities: ['text'],
  textParts: false,
  settings: { reasoningEfforts: ['high', 'max'] },
} satisfies Partial<CatalogueModelInput>

/** Models behind the chat completions protocol of other vendors. */
export const COMPATIBLE_MODELS: readonly CatalogueModelInput[] = [
  {
    ...DEEPSEEK,
    id: 'deepseek/deepseek-v4-flash',
    name: 'DeepSeek V4 Flash',
    wireModel: 'deepseek-v4-flash',
    cache: { profile: 'deepseek', readRate: 0.02 },
    price: { input: 0.14, output: 0.28 },
    source: 'DeepSeek pricing page as repeated in release notes',
  },
  {
    ...DEEPSEEK,
    id: 'deepseek/deepseek-v4-pro',
    name: 'DeepSeek V4 Pro',
    wireModel: 'deepseek-v4-pro',
    cache: { profile: 'deepseek', readRate: 0.0083 },
    price: { input: 0.435, output: 0.87 },
    source: 'DeepSeek pricing page as repeated in guides; a rise is announced',
  },
  {
    ...COMPATIBLE,
    id: 'mistral/mistral-large-4',
    name: 'Mistral Large 4',
    provider: 'mistral',
    wireModel: 'mistral-large-4',
    baseUrl: 'https://api.mistral.ai/v1',
    keyVariable: 'MISTRAL_API_KEY',
    window: 1_048_576,
    outputLimit: 65_536,
    reservedOutput: 16_000,
    modalities: ['text', 'image'],
    cache: { profile: 'openai' },
    price: { input: 0.68, output: 2.09 },
    settings: { reasoningEfforts: [] },
    source: 'A gateway price list; output limit and cache rules unverified',
  },
  {
    ...COMPATIBLE,
    id: 'xai/grok-4.3',
    name: 'Grok 4.3',
    provider: 'xai',
    wireModel: 'grok-4.3',
    baseUrl: 'https://api.x.ai/v1',
    keyVariable: 'XAI_API_KEY',
    window: 1_000_000,
    outputLimit: 65_536,
    reservedOutput: 16_000,
    modalities: ['text', 'image'],
    cache: { profile: 'openai', minimumTokens: 0, readRate: 0.16 },
    price: { input: 1.25, output: 2.5, cliffs: [{ above: 200_000, input: 2.5, output: 5 }] },
    settings: { reasoningEfforts: [] },
    source: 'xAI model page as repeated by gateways; output limit and cache rules unverified',
  },
]
