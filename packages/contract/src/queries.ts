import { z } from 'zod'
import { expectationSchema, hashSchema, numberSchema, positionSchema } from './requests.ts'
import { DEFINITION_KINDS } from './rules.ts'
import { EXPORT_FORMS } from './tables/export-formats.ts'
import type { View } from './view.ts'

const filePath = z.string().max(4096).describe('From the root of the workspace.')
const projectName = z.string().min(1).max(200)

/** Which chats are listed. */
export const listSchema = z.strictObject({
  among: z.enum(['current', 'archived', 'trashed']).optional().describe('By default `current`.'),
  project: projectName.optional().describe('Only chats of a project.'),
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe('The size of a page.'),
  after: z.coerce.number().int().min(0).optional().describe('The number of items before the page.'),
})

/** A day, or a moment in ISO 8601. */
const dayOrMoment = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .transform((text) => Date.parse(text))

/** What is looked for among chats; `until` is not part of the span. */
export const searchChatsSchema = z.strictObject({
  q: z.string().max(1000).optional().describe('The words to search for.'),
  among: z.enum(['current', 'archived', 'trashed']).optional(),
  tag: z.string().max(200).optional(),
  project: z.string().min(1).max(200).optional(),
  model: z.string().max(200).optional().describe('A model that answered, by its id.'),
  from: dayOrMoment.optional().describe('A day, or a moment in ISO 8601.'),
  until: dayOrMoment.optional().describe('The exclusive end of the span.'),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  after: z.coerce.number().int().min(0).max(10_000).optional(),
})

export const exportSchema = z.strictObject({ form: z.enum(EXPORT_FORMS).optional() })

const isoMoment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((text) => Date.parse(text))
  .optional()

/** Days and moments are of ISO 8601; a day begins at midnight UTC. */
export const statisticsSchema = z.strictObject({
  chat: z.string().max(200).optional().describe('One chat, also one in the trash.'),
  since: isoMoment.describe('A day or a moment in ISO 8601; a day begins at midnight UTC.'),
  until: isoMoment.describe('Before this day or moment in ISO 8601; by default now.'),
})

const uploadName = z.string().max(1000)
const id = z.string().max(200)
const expected = expectationSchema.describe('The hash of the file as you read it, or `absent`.')

export const pathQuery = z.strictObject({ path: filePath })

/** Overwrites only the version that the client has seen. */
export const writeFileQuery = z.strictObject({ path: filePath, expect: expected })

export const removeFileQuery = z.strictObject({ path: filePath, expect: expected.optional() })

export const diffQuery = z.strictObject({
  path: filePath,
  from: id.optional().describe('A version; by default the newest.'),
  to: id.optional().describe('A version; by default the current file.'),
})

export const foldersQuery = z.strictObject({
  path: z.string().max(4096).optional().describe('A folder of this machine; by default the home folder.'),
})

export const uploadQuery = z.strictObject({
  name: uploadName
    .refine((text) => text.trim() !== '', 'it is the name of the file')
    .describe('The name of the file.'),
})

export const importQuery = z.strictObject({
  name: uploadName.default('import').describe('The name of the file.'),
})

export const searchQuery = z.strictObject({
  q: z.string().describe('The words to search for.'),
  limit: numberSchema.optional().describe('At most 100; by default 20.'),
})

export const definitionsQuery = z.strictObject({ kind: z.enum(DEFINITION_KINDS).optional() })

/** Removes only the version that the client has seen. */
export const removeDefinitionQuery = z.strictObject({
  expect: hashSchema.describe('The hash of the file as you read it.'),
})

export const turnsQuery = z.strictObject({
  before: numberSchema.optional().describe('The number of a turn.'),
})

export const questionsQuery = z.strictObject({
  find: z.string().max(200).optional().describe('Words that a message or its answers contain exactly.'),
})

export const inspectionQuery = z.strictObject({
  answer: id.optional().describe('One of several answers, by its id.'),
  call: numberSchema.optional().describe('Counted from 1; by default the last one.'),
})

export const traceQuery = inspectionQuery.pick({ answer: true })

export const receivedQuery = inspectionQuery.extend({
  call: numberSchema.default(1).describe('Counted from 1; by default 1.'),
})

export const eventsQuery = z.strictObject({
  after: positionSchema.optional().describe('The `id:` of the last event received.'),
})

/** Which chats a list holds. */
export type ChatsAmong = NonNullable<View<typeof listSchema>['among']>
