import { z } from 'zod'

/** A day or a moment of ISO 8601; a day begins at midnight UTC. */
export const statisticsSchema = z.strictObject({
  chat: z.string().max(200).optional().describe('One chat, also one in the trash.'),
  since: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })])
    .transform((text) => Date.parse(text))
    .optional()
    .describe('A day or a moment of ISO 8601; a day begins at midnight UTC.'),
})
