import { z } from 'zod'
import type { KeyCheckView, ModelView, ProviderView } from '../../api-types.ts'
import { viewOf } from './view-of.ts'

const settings = z.object({
  temperature: z
    .object({ maximum: z.number(), notWhileThinking: z.literal(true).exactOptional() })
    .exactOptional(),
  maxOutputTokens: z.object({ maximum: z.number(), reserved: z.number() }).exactOptional(),
  reasoningEfforts: z.array(z.string()).exactOptional(),
})

const model = viewOf<ModelView>()(
  z.object({
    id: z.string().describe('As `modelId` takes it, such as `offline` or `openai/gpt-5`.'),
    name: z.string(),
    label: z.string(),
    window: z.number().describe('Tokens.'),
    provider: z.string(),
    providerName: z.string(),
    location: z.enum(['offline', 'local', 'cloud']).describe('`cloud` sends the request away.'),
    ready: z.boolean().describe('It can be asked now.'),
    unavailable: z.string().exactOptional().describe('Why not, in words.'),
    settings: settings.describe('Which settings of a chat it takes.'),
    price: z
      .object({ input: z.number(), output: z.number() })
      .exactOptional()
      .describe('US dollars for a million tokens; absent where it costs nothing.'),
  }),
)

const provider = viewOf<ProviderView>()(
  z.object({
    id: z.string(),
    name: z.string(),
    location: z.enum(['local', 'cloud']),
    keyVariable: z.string().describe('The environment variable in which a key is looked for; may be empty.'),
    key: z.enum(['environment', 'memory', 'sealed', 'none', 'not-needed']),
    keyProblem: z.string().exactOptional().describe('Why a key that is kept sealed cannot be used.'),
    modelCount: z.number(),
  }),
)

/** Who can answer. A key is never shown. */
const keyCheck = viewOf<KeyCheckView>()(
  z.union([
    z.object({
      kind: z.literal('works'),
      models: z
        .number()
        .exactOptional()
        .describe('How many models the provider lists for it, where it does.'),
    }),
    z.object({ kind: z.literal('refused') }),
    z.object({ kind: z.literal('untold').describe('The answer of the provider tells nothing of the key.') }),
    z.object({ kind: z.literal('unreached').describe('The provider did not answer.') }),
  ]),
)

export const MODEL_VIEWS = { Model: model, Provider: provider, KeyCheck: keyCheck }
