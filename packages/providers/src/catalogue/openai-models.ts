import type { CatalogueModelInput } from './catalogue-model.ts'

const AS_OF = '2026-11-15'

const OPENAI = {
  provider: 'openai',
  protocol: 'openai-responses',
  baseUrl: 'https://api.openai.com/v1',
  keyVariable: 'OPENAI_API_KEY',
  modalities: ['text', 'image'],
  tools: true,
  tokenizer: 'o200k',
  reasoning: 'opaque',
  asOf: AS_OF,
} as const satisfies Partial<CatalogueModelInput>

/** Reasoning models take a temperature only with reasoning switched off, so it is not offered. */
const REASONING = {
  temperature: false,
  reasoningEfforts: ['none', 'low', 'medium', 'high', 'xhigh'],
} satisfies CatalogueModelInput['settings']

const BREAKPOINTS = { profile: 'openai-5.6', key: true, marks: true } as const
const PREFIX = { profile: 'openai', key: true } as const

export const OPENAI_MODELS: readonly CatalogueModelInput[] = [
  {
    ...OPENAI,
    id: 'openai/gpt-6.1-sol',
    name: 'GPT-6.1 Sol',
    wireModel: 'gpt-6.1-sol',
    window: 1_050_000,
    outputLimit: 128_000,
    reservedOutput: 16_000,
    cache: { ...BREAKPOINTS, readRate: 0.05 },
    price: { input: 2, output: 10 },
    settings: REASONING,
    source: 'Price list of a usage meter for Codex; window as for its family, unverified',
  },
  {
    ...OPENAI,
    id: 'openai/gpt-5.6',
    name: 'GPT-5.6',
    wireModel: 'gpt-5.6',
    window: 1_050_000,
    outputLimit: 128_000,
    reservedOutput: 16_000,
    cache: BREAKPOINTS,
    price: { input: 5, output: 30, cliffs: [{ above: 272_000, input: 10, output: 45 }] },
    settings: REASONING,
    source: 'Public price tables for the GPT-5.6 family; the cliff as for GPT-5.4, unverified',
  },
  {
    ...OPENAI,
    id: 'openai/gpt-5.4',
    name: 'GPT-5.4',
    wireModel: 'gpt-5.4',
    window: 1_050_000,
    outputLimit: 128_000,
    reservedOutput: 16_000,
    cache: PREFIX,
    price: { input: 2.5, output: 15, cliffs: [{ above: 272_000, input: 5, output: 22.5 }] },
    settings: REASONING,
    source: 'OpenAI price list as repeated by gateways',
  },
  {
    ...OPENAI,
    id: 'openai/gpt-5.4-mini',
    name: 'GPT-5.4 mini',
    wireModel: 'gpt-5.4-mini',
    window: 400_000,
    outputLimit: 128_000,
    reservedOutput: 16_000,
    cache: PREFIX,
    price: { input: 0.75, output: 4.5 },
    settings: REASONING,
    source: 'Public price tables; window unverified',
  },
  {
    ...OPENAI,
    id: 'openai/gpt-4.1',
    name: 'GPT-4.1',
    wireModel: 'gpt-4.1',
    window: 1_047_576,
    outputLimit: 32_768,
    reservedOutput: 8_000,
    reasoning: 'none',
    cache: { ...PREFIX, readRate: 0.25 },
    price: { input: 2, output: 8 },
    settings: { reasoningEfforts: [] },
    source: 'OpenAI model and pricing pages',
  },
  {
    ...OPENAI,
    id: 'openai/gpt-4o-mini',
    name: 'GPT-4o mini',
    wireModel: 'gpt-4o-mini',
    window: 128_000,
    outputLimit: 16_384,
    reservedOutput: 4_000,
    reasoning: 'none',
    cache: { ...PREFIX, readRate: 0.5 },
    price: { input: 0.15, output: 0.6 },
    settings: { reasoningEfforts: [] },
    source: 'OpenAI model and pricing pages',
  },
]
