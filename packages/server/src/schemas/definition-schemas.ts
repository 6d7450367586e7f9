import { z } from 'zod'
import { hashSchema } from './schemas.ts'

const text = z.string().max(1_000_000)

export const writeDefinitionSchema = z.strictObject({
  content: text,
  contentHash: hashSchema.optional(),
  imported: z.boolean().optional(),
})

export const checkDefinitionSchema = z.strictObject({ content: text })

export const trustSchema = z.strictObject({ hash: hashSchema, trusted: z.boolean().optional() })

export const trustFileSchema = z.strictObject({
  path: z.string().min(1).max(1000),
  hash: hashSchema.optional(),
  trusted: z.boolean().optional(),
})

export const fillTemplateSchema = z.strictObject({
  variables: z.record(z.string().max(200), text).optional(),
  selection: text.optional(),
  date: z.string().max(100).optional(),
})

export const composerSchema = z.strictObject({ text })
