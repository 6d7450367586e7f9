import { z } from 'zod'
import {
  estimateTokenizer,
  type ModelSpec,
  type Tokenizer,
  type CacheProfile,
  DEFAULT_PROFILES,
  overrideProfile,
} from '@varve/engine'
import { ProviderError } from '../provider-error.ts'

const count = z.number().int().positive()
const money = z.number().nonnegative()

const priceSchema = z.strictObject({
  input: money,
  output: money,
  cliffs: z.array(z.strictObject({ above: count, input: money, output: money })).default([]),
  storagePerHour: money.default(0),
})

/** Corrections of a class's cache profile for this model. */
const cacheSchema = z.strictObject({
  /** One of the engine's default profiles. */
  profile: z.enum([
    'openai-5.6',
    'openai',
    'anthropic',
    'gemini',
    'gemini-object',
    'deepseek',
    'ollama',
    'offline',
  ]),
  minimumTokens: z.number().int().nonnegative().optional(),
  lifetimeSeconds: count.optional(),
  /** What a cached token costs relative to the input price. */
  readRate: z.number().min(0).max(1).optional(),
  writeRate: z.number().nonnegative().optional(),
  /** Sends `prompt_cache_key`. */
  key: z.boolean().default(false),
  /** Sends explicit marks. */
  marks: z.boolean().default(false),
  /** The lifetime that marks ask for, where a provider offers two; `auto`, the default, goes by the pauses in a chat. */
  lifetime: z.enum(['auto', '5m', '1h']).optional(),
  /** The provider takes explicit cache objects for this model. */
  object: z.boolean().default(false),
  /** Keeps such objects where they pay. They are stored for money, so a user asks for them. */
  explicitCache: z.boolean().optional(),
})

const settingsSchema = z.strictObject({
  temperature: z.boolean().default(true),
  temperatureMaximum: z.number().positive().default(2),
  maxOutputTokens: z.boolean().default(true),
  /** The reasoning efforts that may be asked for; none where the model knows no such setting. */
  reasoningEfforts: z.array(z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])).default([]),
  /** The model takes a number of tokens to think with, and no level: an effort is a share of the output limit. */
  thinkingBudget: z.boolean().optional(),
})

/** One model as data; every number can be overridden by a user. */
export const catalogueModelSchema = z.strictObject({
  /** `provider/model`, unique in a catalogue. */
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*\/\S+$|^offline$/, 'must look like provider/model'),
  name: z.string().min(1),
  provider: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  /** The model's name in a request. */
  wireModel: z.string().min(1),
  protocol: z.enum(['openai-responses', 'openai-chat', 'anthropic', 'gemini', 'ollama', 'offline']),
  baseUrl: z.union([z.url({ protocol: /^https?$/ }), z.literal('')]),
  /** The environment variable in which a key is looked for; empty where none is needed. */
  keyVariable: z.string().regex(/^[A-Z0-9_]*$/),
  /** Context window in tokens. */
  window: count,
  outputLimit: count,
  /** Kept free for the answer when a request is planned; asked for where a limit must be sent. */
  reservedOutput: count,
  modalities: z.array(z.enum(['text', 'image'])).min(1),
  tools: z.boolean(),
  tokenizer: z.enum(['o200k', 'estimate']),
  cache: cacheSchema,
  price: priceSchema,
  /** Numbers that were not given: assumed values, shown as unknown. */
  unknown: z.array(z.enum(['window', 'price'])).default([]),
  settings: settingsSchema,
  /** How earlier reasoning goes back to the model it came from. */
  reasoning: z.enum(['none', 'text', 'opaque']).default('none'),
  /** Sends several texts of a message as a list; otherwise joined, which every server accepts. */
  textParts: z.boolean().default(true),
  /** The model's template opens the thinking itself. */
  startsThinking: z.boolean().default(false),
  /** Its server is on this machine and hands requests on to another one. */
  passedOn: z.boolean().default(false),
  /** When the numbers were read, and where. */
  asOf: z.iso.date(),
  source: z.string().min(1),
})

export type CatalogueModel = Readonly<z.output<typeof catalogueModelSchema>>
export type CatalogueModelInput = Readonly<z.input<typeof catalogueModelSchema>>
export type ReasoningEffort = CatalogueModel['settings']['reasoningEfforts'][number]

/** The tokenizer of a model; the exact one is loaded only when it is wanted, for it is large. */
export async function loadTokenizer(model: CatalogueModel): Promise<Tokenizer> {
  if (model.tokenizer === 'estimate') return estimateTokenizer()
  const { o200kTokenizer } = await import('@varve/engine/tokenizer-o200k')
  return o200kTokenizer
}

/** What the planner needs to know about a model of the catalogue. */
export function modelSpecOf(model: CatalogueModel, tokenizer: Tokenizer): ModelSpec {
  return {
    id: model.id,
    window: model.window,
    reservedOutput: model.reservedOutput,
    vision: model.modalities.includes('image'),
    tokenizer,
    profile: cacheProfileOf(model),
  }
}

export type Lifetime = '5m' | '1h'

export interface ProfileOptions {
  /** What the marks of a request ask for. */
  readonly lifetime?: Lifetime
  /** The request names an explicit cache object. */
  readonly isObject?: boolean
}

/** The cache rules of a model: those of its class with its own numbers and prices. */
export function cacheProfileOf(model: CatalogueModel, options: ProfileOptions = {}): CacheProfile {
  const profile = ownProfile(model)
  if (options.isObject) return { ...profile, id: `${profile.id}-object`, matchClass: 'object' }
  const { longLifetimeSeconds, longWriteRate } = profile
  if (options.lifetime !== '1h' || longLifetimeSeconds === undefined) return profile
  const write = longWriteRate ?? profile.rates.write
  return overrideProfile(profile, {
    lifetimeSeconds: longLifetimeSeconds,
    rates: { write },
    weights: { write },
  })
}

function ownProfile(model: CatalogueModel): CacheProfile {
  const { profile, minimumTokens, lifetimeSeconds, readRate, writeRate, marks } = model.cache
  const base: CacheProfile = DEFAULT_PROFILES[profile]
  const rates = {
    ...(readRate === undefined ? {} : { read: readRate }),
    ...(writeRate === undefined ? {} : { write: writeRate }),
  }
  return overrideProfile(base, {
    ...(minimumTokens === undefined ? {} : { minimumTokens }),
    ...(lifetimeSeconds === undefined ? {} : { lifetimeSeconds }),
    // Without marks a breakpoint provider stores only what it marks by itself.
    ...(base.matchClass === 'breakpoint' && !marks ? { maximumMarks: base.implicitMark ? 1 : 0 } : {}),
    rates,
    weights: rates,
    price: model.price,
    asOf: model.asOf,
    source: `${base.source}; ${model.source}`,
  })
}

/**
 * The catalogue with a user's models: one with a known id overrides what it names, down to single numbers of
 * `cache`, `price` and `settings`; others are added at the end and must be complete.
 *
 * @throws ProviderError `bad-catalogue` with every fault and its place.
 */
export function mergeCatalogue(
  base: readonly CatalogueModel[],
  userModels: unknown,
): readonly CatalogueModel[] {
  const patches = z.array(z.looseObject({ id: z.string().min(1) })).safeParse(userModels ?? [])
  if (!patches.success) throw badCatalogue(describeIssues('models', patches.error))
  const merged = new Map(base.map((model) => [model.id, model]))
  const faults: string[] = []
  const seen = new Set<string>()
  for (const patch of patches.data) {
    if (seen.has(patch.id)) faults.push(`model ${patch.id}: named twice`)
    seen.add(patch.id)
    const result = catalogueModelSchema.safeParse(applyPatch(merged.get(patch.id), patch))
    if (result.success) merged.set(patch.id, result.data)
    else faults.push(...describeIssues(`model ${patch.id}`, result.error))
  }
  if (faults.length > 0) throw badCatalogue(faults)
  return [...merged.values()]
}

function applyPatch(known: CatalogueModel | undefined, patch: Readonly<Record<string, unknown>>): unknown {
  if (!known) return patch
  const inner = (name: 'cache' | 'price' | 'settings'): unknown => {
    const given = patch[name]
    return typeof given === 'object' && given !== null ? { ...known[name], ...given } : (given ?? known[name])
  }
  return { ...known, ...patch, cache: inner('cache'), price: inner('price'), settings: inner('settings') }
}

function describeIssues(place: string, error: z.ZodError): readonly string[] {
  return error.issues.map(({ path, message }) => `${[place, ...path.map(String)].join('.')}: ${message}`)
}

function badCatalogue(faults: readonly string[]): ProviderError {
  return new ProviderError({
    code: 'bad-catalogue',
    provider: 'catalogue',
    message: `The models in the configuration cannot be used. ${faults.join('; ')}`,
  })
}
