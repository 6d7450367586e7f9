import type { Context } from 'hono'
import type { z } from 'zod'
import { idempotencyKeySchema, positionSchema } from '@varve/contract'
import { ServerError } from '../server-error.ts'

type Position = z.infer<typeof positionSchema>

/** Where a watcher of an answer stands, from a header. */
export function parsePosition(text: string | undefined): Position | undefined {
  if (text === undefined) return undefined
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
