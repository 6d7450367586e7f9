import { z } from 'zod'

const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((text) => Date.parse(text))
  .optional()

/** Days and moments are of ISO 8601; a day begins at midnight UTC. */
export const statisticsSchema = z.strictObject({
  chat: z.string().max(200).optional().describe('One chat, also one in the trash.'),
  since: moment.describe('A day or a moment of ISO 8601; a day begins at midnight UTC.'),
  until: moment.describe('Before this day or moment of ISO 8601; until now where it is left out.'),
})
