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

/** Since GPT-6 they always think. */
const ALWAYS_REASONING = {
  temperature: false,
  reasoningEfforts: ['low', 'medium', 'high', 'xhigh'],
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
    settings: ALWAYS_REASONING,
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

const ANTHROPIC = {
  provider: 'anthropic',
  protocol: 'anthropic',
  baseUrl: 'https://api.anthropic.com/v1',
  keyVariable: 'ANTHROPIC_API_KEY',
  modalities: ['text', 'image'],
  tools: true,
  tokenizer: 'estimate',
  reasoning: 'opaque',
  asOf: '2026-11-15',
} as const satisfies Partial<CatalogueModelInput>

const CURRENT = { window: 1_000_000, outputLimit: 128_000, reservedOutput: 16_000 } as const

const EFFORTS = {
  temperature: false,
  reasoningEfforts: ['low', 'medium', 'high', 'xhigh', 'max'],
} satisfies CatalogueModelInput['settings']

const EARLIER_EFFORTS = {
  temperatureMaximum: 1,
  thinkingBudget: true,
  reasoningEfforts: ['low', 'medium', 'high'],
} satisfies CatalogueModelInput['settings']

export const ANTHROPIC_MODELS: readonly CatalogueModelInput[] = [
  {
    ...ANTHROPIC,
    ...CURRENT,
    id: 'anthropic/claude-opus-5-5',
    name: 'Claude Opus 5.5',
    wireModel: 'claude-opus-5-5',
    cache: { profile: 'anthropic', marks: true, readRate: 0.05 },
    price: { input: 4, output: 20 },
    settings: EFFORTS,
    source: 'Claude model pages; read rate from a cost library, minimum unverified',
  },
  {
    ...ANTHROPIC,
    ...CURRENT,
    id: 'anthropic/claude-sonnet-5-5',
    name: 'Claude Sonnet 5.5',
    wireModel: 'claude-sonnet-5-5',
    cache: { profile: 'anthropic', marks: true },
    price: { input: 2, output: 10 },
    settings: EFFORTS,
    source: 'Claude model pages; sources differ on the read rate (0.05 or 0.1), minimum unverified',
  },
  {
    ...ANTHROPIC,
    ...CURRENT,
    id: 'anthropic/claude-haiku-5-5',
    name: 'Claude Haiku 5.5',
    wireModel: 'claude-haiku-5-5',
    cache: { profile: 'anthropic', marks: true, minimumTokens: 2_048 },
    price: { input: 0.1, output: 0.5, cliffs: [{ above: 100_000, input: 0.5, output: 2.5 }] },
    settings: EFFORTS,
    source: 'Claude model pages; minimum unverified',
  },
  {
    ...ANTHROPIC,
    id: 'anthropic/claude-sonnet-4-5',
    name: 'Claude Sonnet 4.5',
    wireModel: 'claude-sonnet-4-5',
    window: 200_000,
    outputLimit: 64_000,
    reservedOutput: 8_000,
    cache: { profile: 'anthropic', marks: true },
    price: { input: 3, output: 15, cliffs: [{ above: 200_000, input: 6, output: 22.5 }] },
    settings: EARLIER_EFFORTS,
    source: 'Claude pricing page',
  },
  {
    ...ANTHROPIC,
    id: 'anthropic/claude-haiku-4-5',
    name: 'Claude Haiku 4.5',
    wireModel: 'claude-haiku-4-5',
    window: 200_000,
    outputLimit: 64_000,
    reservedOutput: 8_000,
    cache: { profile: 'anthropic', marks: true, minimumTokens: 4_096 },
    price: { input: 1, output: 5 },
    settings: EARLIER_EFFORTS,
    source: 'Claude pricing and prompt caching pages',
  },
]

const GOOGLE = {
  provider: 'google',
  protocol: 'gemini',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  keyVariable: 'GEMINI_API_KEY',
  window: 1_048_576,
  outputLimit: 65_536,
  reservedOutput: 16_000,
  modalities: ['text', 'image'],
  tools: true,
  tokenizer: 'estimate',
  reasoning: 'opaque',
  asOf: '2026-11-15',
} as const satisfies Partial<CatalogueModelInput>

const LEVELS = {
  reasoningEfforts: ['low', 'medium', 'high'],
} satisfies CatalogueModelInput['settings']

const BUDGETS = { ...LEVELS, thinkingBudget: true } satisfies CatalogueModelInput['settings']

export const GOOGLE_MODELS: readonly CatalogueModelInput[] = [
  {
    ...GOOGLE,
    id: 'google/gemini-4-argon',
    name: 'Gemini 4 Argon',
    wireModel: 'gemini-4-argon',
    cache: { profile: 'gemini', readRate: 0.05 },
    price: { input: 2, output: 10 },
    settings: LEVELS,
    source: 'Gemini API model page; the price doubles on 2026-12-01; implicit caching only',
  },
  {
    ...GOOGLE,
    id: 'google/gemini-3.1-pro-preview',
    name: 'Gemini 3.1 Pro',
    wireModel: 'gemini-3.1-pro-preview',
    cache: { profile: 'gemini', object: true },
    price: {
      input: 2,
      output: 12,
      cliffs: [{ above: 200_000, input: 4, output: 18 }],
      storagePerHour: 4.5,
    },
    settings: LEVELS,
    source: 'Gemini API pricing page',
  },
  {
    ...GOOGLE,
    id: 'google/gemini-2.5-pro',
    name: 'Gemini 2.5 Pro',
    wireModel: 'gemini-2.5-pro',
    cache: { profile: 'gemini', object: true, minimumTokens: 2_048 },
    price: {
      input: 1.25,
      output: 10,
      cliffs: [{ above: 200_000, input: 2.5, output: 15 }],
      storagePerHour: 4.5,
    },
    settings: BUDGETS,
    source: 'Gemini API pricing page',
  },
  {
    ...GOOGLE,
    id: 'google/gemini-2.5-flash',
    name: 'Gemini 2.5 Flash',
    wireModel: 'gemini-2.5-flash',
    cache: { profile: 'gemini', object: true, minimumTokens: 2_048 },
    price: { input: 0.3, output: 2.5, storagePerHour: 1 },
    settings: BUDGETS,
    source: 'Gemini API pricing page',
  },
]
