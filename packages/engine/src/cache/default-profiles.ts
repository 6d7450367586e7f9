import type { CacheProfile, Price } from './cache-profile.ts'

const AS_OF = '2026-11-15'
const FREE: Price = { input: 0, output: 0, cliffs: [], storagePerHour: 0 }

/** What all providers without marks have in common. */
const UNMARKED = { maximumMarks: 0, implicitMark: false, lookBackBlocks: 0 } as const

/** Ten years: longer than any conversation, and unlike infinity it survives JSON. */
const UNLIMITED_SECONDS = 315_360_000

const OPENAI_5_6: CacheProfile = {
  id: 'openai-5.6',
  matchClass: 'breakpoint',
  minimumTokens: 1024,
  stepTokens: 1,
  maximumMarks: 4,
  implicitMark: true,
  marksInputOnly: true,
  lookBackBlocks: 80,
  lifetimeSeconds: 1800,
  weights: { read: 0.1, write: 1.25, uncached: 1 },
  rates: { read: 0.1, write: 1.25 },
  price: { input: 1.25, output: 10, cliffs: [], storagePerHour: 0 },
  asOf: AS_OF,
  source:
    'OpenAI prompt caching guide, GPT-5.6 and later; the look-back stands for the latest 80 marks considered',
}

const OPENAI: CacheProfile = {
  ...UNMARKED,
  id: 'openai',
  matchClass: 'prefix',
  minimumTokens: 1024,
  stepTokens: 128,
  lifetimeSeconds: 3600,
  weights: { read: 0.1, write: 1, uncached: 1 },
  rates: { read: 0.1, write: 1 },
  price: { input: 1.25, output: 10, cliffs: [], storagePerHour: 0 },
  asOf: AS_OF,
  source:
    'OpenAI prompt caching guide, before GPT-5.6; usually gone after 5 to 10 idle minutes, surely after an hour',
}

const ANTHROPIC: CacheProfile = {
  id: 'anthropic',
  matchClass: 'breakpoint',
  minimumTokens: 1024,
  stepTokens: 1,
  maximumMarks: 4,
  implicitMark: false,
  lookBackBlocks: 20,
  lifetimeSeconds: 300,
  longLifetimeSeconds: 3600,
  longWriteRate: 2,
  weights: { read: 0.1, write: 1.25, uncached: 1 },
  rates: { read: 0.1, write: 1.25 },
  price: {
    input: 3,
    output: 15,
    cliffs: [{ above: 200_000, input: 6, output: 22.5 }],
    storagePerHour: 0,
  },
  asOf: AS_OF,
  source: 'Anthropic prompt caching and pricing pages, Sonnet class; the minimum is 512 to 4,096 by model',
}

const GEMINI: CacheProfile = {
  ...UNMARKED,
  id: 'gemini',
  matchClass: 'prefix',
  minimumTokens: 4096,
  stepTokens: 1,
  lifetimeSeconds: 3600,
  weights: { read: 0.1, write: 1, uncached: 1 },
  rates: { read: 0.1, write: 1 },
  price: {
    input: 1.25,
    output: 10,
    cliffs: [{ above: 200_000, input: 2.5, output: 15 }],
    storagePerHour: 0,
  },
  asOf: AS_OF,
  source: 'Gemini API context caching page, implicit; hits are not guaranteed, step and lifetime unverified',
}

const GEMINI_OBJECT: CacheProfile = {
  ...GEMINI,
  id: 'gemini-object',
  matchClass: 'object',
  lifetimeSeconds: 3600,
  price: { ...GEMINI.price, storagePerHour: 4.5 },
  source: 'Gemini API context caching page, explicit cachedContents with the default lifetime of an hour',
}

const DEEPSEEK: CacheProfile = {
  ...UNMARKED,
  id: 'deepseek',
  matchClass: 'unit',
  minimumTokens: 0,
  stepTokens: 1,
  lifetimeSeconds: 86_400,
  weights: { read: 0.033, write: 1, uncached: 1 },
  rates: { read: 0.033, write: 1 },
  price: { input: 0.28, output: 0.42, cliffs: [], storagePerHour: 0 },
  asOf: AS_OF,
  source: 'DeepSeek context caching page, V4; minimum, step and lifetime (hours to days) unverified',
}

const OLLAMA: CacheProfile = {
  ...UNMARKED,
  id: 'ollama',
  matchClass: 'prefix',
  minimumTokens: 0,
  stepTokens: 1,
  lifetimeSeconds: 300,
  longLifetimeSeconds: 3600,
  weights: { read: 0.05, write: 1, uncached: 1 },
  rates: { read: 0, write: 1 },
  price: FREE,
  asOf: AS_OF,
  source: 'Ollama keep_alive default of 5 minutes; LM Studio and llama-server match the same way',
}

const OFFLINE: CacheProfile = {
  ...OLLAMA,
  id: 'offline',
  lifetimeSeconds: UNLIMITED_SECONDS,
  source: 'The built-in offline model: no cost, nothing lapses',
}

/** The cache rules that are known, by profile id; prices are those of a typical model and meant to be overridden. */
export const DEFAULT_PROFILES = {
  'openai-5.6': OPENAI_5_6,
  openai: OPENAI,
  anthropic: ANTHROPIC,
  gemini: GEMINI,
  'gemini-object': GEMINI_OBJECT,
  deepseek: DEEPSEEK,
  ollama: OLLAMA,
  offline: OFFLINE,
} as const satisfies Readonly<Record<string, CacheProfile>>

/** Any part of a profile, as a user's configuration gives it. */
type ProfilePatch = Partial<Omit<CacheProfile, 'weights' | 'rates' | 'price'>> & {
  readonly weights?: Partial<CacheProfile['weights']>
  readonly rates?: Partial<CacheProfile['rates']>
  readonly price?: Partial<Price>
}

/** The profile with some numbers replaced; a list of cliffs is replaced as a whole. */
export function overrideProfile(base: CacheProfile, patch: ProfilePatch): CacheProfile {
  return {
    ...base,
    ...patch,
    weights: { ...base.weights, ...patch.weights },
    rates: { ...base.rates, ...patch.rates },
    price: { ...base.price, ...patch.price },
  }
}
