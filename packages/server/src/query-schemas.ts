import { DEFINITION_KINDS } from '@varve/app'
import { z } from 'zod'
import { expectationSchema, hashSchema, numberSchema, positionSchema } from './schemas.ts'

const path = z.string().max(4096)
const name = z.string().max(1000)
const id = z.string().max(200)

export const pathQuery = z.strictObject({ path })

/** What nobody has looked at is not overwritten. */
export const writeFileQuery = z.strictObject({ path, expect: expectationSchema })

export const removeFileQuery = z.strictObject({ path, expect: expectationSchema.optional() })

export const diffQuery = z.strictObject({ path, from: id.optional(), to: id.optional() })

export const foldersQuery = z.strictObject({ path: path.optional() })

export const uploadQuery = z.strictObject({
  name: name.refine((text) => text.trim() !== '', 'it is the name of the file'),
})

export const importQuery = z.strictObject({ name: name.default('import') })

export const searchQuery = z.strictObject({ q: z.string(), limit: numberSchema.optional() })

export const definitionsQuery = z.strictObject({ kind: z.enum(DEFINITION_KINDS).optional() })

/** What nobody has looked at is not removed. */
export const removeDefinitionQuery = z.strictObject({ expect: hashSchema })

export const turnsQuery = z.strictObject({ before: numberSchema.optional() })

export const inspectionQuery = z.strictObject({ answer: id.optional(), call: numberSchema.optional() })

export const eventsQuery = z.strictObject({ after: positionSchema.optional() })
