import { z } from 'zod'
import { moment, type View } from './view.ts'

const scope = {
  access: z
    .enum(['read', 'write'])
    .describe('`read` only reads; `write` also calls models and changes workspaces.'),
  workspaces: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(100)
    .optional()
    .describe('The ids of the only workspaces it can use; by default all.'),
  models: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(100)
    .optional()
    .describe('The only models it can call, such as `openai/gpt-5.6` or `openai/*`; by default all.'),
  limitUSD: z
    .number()
    .positive()
    .max(1_000_000)
    .optional()
    .describe(
      'Its spending limit in US dollars. Running requests count; the answer that reaches the limit is finished.',
    ),
}

export const apiKeyScopeSchema = z.strictObject(scope)

export const createApiKeySchema = z.strictObject({
  name: z
    .string()
    .max(200)
    .refine((name) => name.trim() !== '', 'it is empty')
    .describe('A name for people.'),
  ...scope,
  access: scope.access.default('write'),
})

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string().describe('The last characters of the key.'),
  ...apiKeyScopeSchema.shape,
  spentUSD: z.number().describe('The cost of its model calls.'),
  createdAt: moment,
  usedAt: moment.exactOptional().describe('To the minute; absent if it was never used.'),
  revokedAt: moment.exactOptional().describe('When it was revoked.'),
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
