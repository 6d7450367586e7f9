import { z } from 'zod'
import { moment, type View } from './view.ts'

const scope = {
  access: z
    .enum(['read', 'write'])
    .describe('`read` looks things up; `write` also asks models and changes what a workspace holds.'),
  workspaces: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(100)
    .optional()
    .describe('The only workspaces that there are for it, by id; all where it is left out.'),
  models: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(100)
    .optional()
    .describe(
      'The only models that it may ask, such as `openai/gpt-5.6` or `openai/*`; all where it is left out.',
    ),
  limitUSD: z
    .number()
    .positive()
    .max(1_000_000)
    .optional()
    .describe(
      'US dollars that models may cost it in all. Requests in progress count; the answer that reaches it is finished.',
    ),
}

export const apiKeyScopeSchema = z.strictObject(scope)

export const createApiKeySchema = z.strictObject({
  name: z
    .string()
    .max(200)
    .refine((name) => name.trim() !== '', 'it is empty')
    .describe('For people: what uses it.'),
  ...scope,
  access: scope.access.default('write'),
})

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string().describe('The last characters of the key.'),
  ...apiKeyScopeSchema.shape,
  spentUSD: z.number().describe('What the models that it asked have cost.'),
  createdAt: moment,
  usedAt: moment.exactOptional().describe('To the minute; absent where it never was.'),
  revokedAt: moment.exactOptional().describe('Since then it opens nothing.'),
})

const newApiKey = z.object({
  key: z.string().describe('The key itself. It is never shown again.'),
  apiKey,
})

export const API_KEY_VIEWS = { ApiKey: apiKey, NewApiKey: newApiKey }

/** What a key reaches. */
export type ApiKeyScope = View<typeof apiKeyScopeSchema>
export type CreateApiKeyRequest = View<typeof createApiKeySchema>
export type ApiKeyView = View<typeof apiKey>
export type NewApiKeyView = View<typeof newApiKey>
