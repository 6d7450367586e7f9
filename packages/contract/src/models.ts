import { z } from 'zod'
import type { View } from './view.ts'

/** Which settings a model takes; what is absent is not offered for it. */
const settings = z.object({
  /** `notWhileThinking`: the provider refuses one beside thinking, so a reasoning effort leaves it out. */
  temperature: z
    .object({ maximum: z.number(), notWhileThinking: z.literal(true).exactOptional() })
    .exactOptional(),
  /** `reserved` is kept free for an answer if the chat sets nothing. */
  maxOutputTokens: z.object({ maximum: z.number(), reserved: z.number() }).exactOptional(),
  reasoningEfforts: z.array(z.string()).exactOptional(),
})

const model = z.object({
  id: z.string().describe('As `modelId` takes it, such as `offline` or `openai/gpt-5`.'),
  name: z.string(),
  /** Said beside the name, e.g. "offline: extracts, no language model". */
  label: z.string(),
  window: z.number().describe('Tokens.'),
  provider: z.string(),
  /** The provider as people call it, e.g. "Anthropic" or "Ollama". */
  providerName: z.string(),
  location: z.enum(['offline', 'local', 'cloud']).describe('`cloud` sends the request away.'),
  ready: z.boolean().describe('Whether it is available now.'),
  unavailable: z.string().exactOptional().describe('Why it isn’t available.'),
  settings: settings.describe('The chat settings that it supports.'),
  price: z
    .object({ input: z.number(), output: z.number() })
    .exactOptional()
    .describe('US dollars per million tokens; absent if it is free.'),
  unknown: z
    .array(z.enum(['window', 'price']))
    .exactOptional()
    .describe('Unknown figures: the window is assumed, the price counts as 0.'),
  added: z.literal(true).exactOptional().describe('Added by the user, who can remove it.'),
})

const provider = z.object({
  id: z.string(),
  name: z.string(),
  location: z.enum(['local', 'cloud']),
  keyVariable: z.string().describe('The environment variable for its key; may be empty.'),
  /** Where the key in use comes from. The key itself is never shown. */
  key: z.enum(['environment', 'memory', 'sealed', 'none', 'not-needed']),
  keyProblem: z.string().exactOptional().describe('Why an encrypted key can’t be used.'),
  modelCount: z.number(),
  address: z.string().exactOptional().describe('Its address, if it was added by one.'),
})

const endpoint = z.union([
  z.object({
    kind: z.literal('works'),
    address: z.string().describe('The address of the models; it may be below `/v1` of the given one.'),
    models: z.array(z.string()).describe('By their names in a request.'),
  }),
  z.object({
    kind: z.literal('refused'),
    status: z.number(),
    said: z.string().describe('Its own message; never the key.'),
  }),
  z.object({ kind: z.literal('unreached'), said: z.string() }),
])

const keyCheck = z.union([
  z.object({
    kind: z.literal('works'),
    models: z
      .number()
      .exactOptional()
      .describe('The number of models that the provider lists for it, if any.'),
  }),
  z.object({ kind: z.literal('refused') }),
  z.object({
    kind: z.literal('untold').describe('The provider’s response doesn’t say whether the key is valid.'),
  }),
  z.object({ kind: z.literal('unreached').describe('The provider did not answer.') }),
])

export const MODEL_VIEWS = { Model: model, Provider: provider, KeyCheck: keyCheck, Endpoint: endpoint }

export type ModelSettingsView = View<typeof settings>
/** What an OpenAI-compatible address answers. */
export type EndpointView = View<typeof endpoint>
export type ModelView = View<typeof model>
export type ProviderView = View<typeof provider>
/** What the provider answered about a key. */
export type KeyCheckView = View<typeof keyCheck>
/** How long a key that is entered is kept: sealed on disk, or until this run ends. */
export type KeyKeeping = 'sealed' | 'memory'
