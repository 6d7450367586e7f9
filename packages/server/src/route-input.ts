import type { Context } from 'hono'
import { idempotencyKeySchema, numberSchema, positionSchema } from './schemas.ts'
import { ServerError } from './server-error.ts'

/** A number from a path, a query or a header. */
export function parseNumber(text: string): number {
  const parsed = numberSchema.safeParse(text)
  if (!parsed.success) throw new ServerError('body-invalid', 'A number was expected.')
  return parsed.data
}

/** Where a watcher of an answer stands, from a query or a header. */
export function parsePosition(text: string): {
  readonly after: number
  readonly reasoned: number
  readonly stepped: number
} {
  const parsed = positionSchema.safeParse(text)
  if (!parsed.success) throw new ServerError('body-invalid', 'The number of an event was expected.')
  return parsed.data
}

/** The client's own name for a request, by which a retry is recognised. */
export function idempotencyKey(context: Context): string | undefined {
  const key = context.req.header('idempotency-key')
  if (key === undefined) return undefined
  const parsed = idempotencyKeySchema.safeParse(key)
  if (!parsed.success) throw new ServerError('body-invalid', 'An Idempotency-Key has 8 to 200 characters.')
  return parsed.data
}

/** The path in the query of a request for a text. */
export function requirePath(context: Context): string {
  const path = context.req.query('path')
  if (path === undefined) throw new ServerError('body-invalid', 'The query needs a path.')
  return path
}
