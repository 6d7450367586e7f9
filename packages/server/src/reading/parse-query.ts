import type { Context } from 'hono'
import type { z } from 'zod'
import { ServerError } from '../server-error.ts'

/** The query of a request, by a schema; what it has no name for is refused, for it was meant to do something. */
export function parseQuery<Value>(context: Context, schema: z.ZodType<Value>): Value {
  const query = context.req.query()
  const parsed = schema.safeParse(query)
  if (parsed.success) return parsed.data
  throw new ServerError('body-invalid', describe(parsed.error.issues[0], query))
}

function describe(issue: z.core.$ZodIssue | undefined, query: Readonly<Record<string, string>>): string {
  if (issue?.code === 'unrecognized_keys') return `The query knows no "${issue.keys.join('", "')}".`
  const place = issue?.path.map(String).join('.') ?? ''
  if (!Object.hasOwn(query, place)) return `The query needs "${place}".`
  return `The query is not valid: ${place}: ${issue?.message ?? ''}`
}
