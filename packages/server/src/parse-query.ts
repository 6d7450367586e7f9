import type { Context } from 'hono'
import type { z } from 'zod'
import { ServerError } from './server-error.ts'

/** The query of a request, by a schema. */
export function parseQuery<Value>(context: Context, schema: z.ZodType<Value>): Value {
  const parsed = schema.safeParse(context.req.query())
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ServerError('body-invalid', `The query is not valid: ${issue?.path.join('.')}: ${issue?.message}`)
}
