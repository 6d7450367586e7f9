import type { CatalogueModelInput } from './catalogue-model.ts'

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
