import { DEFINITION_KINDS } from '@varve/app'
import { z } from 'zod'
import { expectationSchema, hashSchema, numberSchema, positionSchema } from './schemas.ts'

const path = z.string().max(4096).describe('From the root of the workspace.')
const name = z.string().max(1000)
const id = z.string().max(200)
const expected = expectationSchema.describe('The hash of the file that was looked at, or `absent`.')

export const pathQuery = z.strictObject({ path })

/** What nobody has looked at is not overwritten. */
export const writeFileQuery = z.strictObject({ path, expect: expected })

export const removeFileQuery = z.strictObject({ path, expect: expected.optional() })

export const diffQuery = z.strictObject({
  path,
  from: id.optional().describe('A version; the newest one where it is left out.'),
  to: id.optional().describe('A version; the file as it is now where it is left out.'),
})

export const foldersQuery = z.strictObject({
  path: z
    .string()
    .max(4096)
    .optional()
    .describe('A folder of this machine; the home folder where it is left out.'),
})

export const uploadQuery = z.strictObject({
  name: name
    .refine((text) => text.trim() !== '', 'it is the name of the file')
    .describe('As the file is called.'),
})

export const importQuery = z.strictObject({ name: name.default('import').describe('As the file is called.') })

export const searchQuery = z.strictObject({
  q: z.string().describe('The words that are looked for.'),
  limit: numberSchema.optional().describe('20 where it is left out, 100 at most.'),
})

export const definitionsQuery = z.strictObject({ kind: z.enum(DEFINITION_KINDS).optional() })

/** What nobody has looked at is not removed. */
export const removeDefinitionQuery = z.strictObject({
  expect: hashSchema.describe('The hash of the file that was looked at.'),
})

export const turnsQuery = z.strictObject({
  before: numberSchema.optional().describe('The number of a turn.'),
})

export const inspectionQuery = z.strictObject({
  answer: id.optional().describe('One of several answers, by its id.'),
  call: numberSchema.optional().describe('Counted from 1; the last one where it is left out.'),
})

export const traceQuery = inspectionQuery.pick({ answer: true })

export const receivedQuery = inspectionQuery.extend({
  call: numberSchema.default(1).describe('Counted from 1, which it is where it is left out.'),
})

export const eventsQuery = z.strictObject({
  after: positionSchema.optional().describe('The `id:` of the last event that was seen.'),
})
