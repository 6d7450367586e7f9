import { z } from 'zod'

const count = z.number().int().positive()
const money = z.number().nonnegative()

const priceSchema = z.strictObject({
  input: money,
  output: money,
  cliffs: z.array(z.strictObject({ above: count, input: money, output: money })).default([]),
  storagePerHour: money.default(0),
})

/** What a cache profile says of a class of models, corrected for this one. */
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
  settings: settingsSchema,
  /** How earlier reasoning goes back to the model it came from. */
  reasoning: z.enum(['none', 'text', 'opaque']).default('none'),
  /** A message of several texts goes as a list of them; else as one text, which every server takes. */
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
