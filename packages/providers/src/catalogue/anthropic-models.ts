import type { CatalogueModelInput } from './catalogue-model.ts'

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
