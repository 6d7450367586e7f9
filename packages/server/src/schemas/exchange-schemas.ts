import { z } from 'zod'

/** A day, or a moment in ISO 8601. */
const moment = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .transform((text) => Date.parse(text))

/** What is looked for among chats; `until` is not part of the span. */
export const searchChatsSchema = z.strictObject({
  q: z.string().max(1000).optional().describe('The words that are looked for.'),
  among: z.enum(['current', 'archived', 'trashed']).optional(),
  tag: z.string().max(200).optional(),
  project: z.string().min(1).max(200).optional(),
  model: z.string().max(200).optional().describe('A model that answered, by its id.'),
  from: moment.optional().describe('A day, or a moment in ISO 8601.'),
  until: moment.optional().describe('No longer part of the span.'),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  after: z.coerce.number().int().min(0).max(10_000).optional(),
})

export const exportSchema = z.strictObject({ form: z.enum(['markdown', 'json', 'jsonl', 'html']).optional() })

export const titleSchema = z.strictObject({ confirmed: z.boolean().optional() })
