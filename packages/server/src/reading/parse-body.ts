import type { Context } from 'hono'
import type { ZodType, z } from 'zod'
import { ServerError } from '../server-error.ts'
import { idempotencyKeySchema, positionSchema } from '@varve/contract'

/** The body of a request as its schema says, or an error that names the first thing wrong with it. */
export async function parseBody<T>(context: Context, schema: ZodType<T>): Promise<T> {
  const type = context.req.header('content-type') ?? ''
  // A form from another page cannot send this type without asking first.
  if (!/^application\/json\b/i.test(type))
    throw new ServerError('body-invalid', 'The body must be application/json.')
  const text = await context.req.text()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw new ServerError('body-invalid', 'The body is not JSON.', { cause: error })
  }
  if (isTooDeep(body)) throw new ServerError('body-invalid', `The body is nested more than ${DEEPEST} deep.`)
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const place = issue?.path.join('.') ?? ''
  throw new ServerError(
    'body-invalid',
    `The body is not as expected: ${place === '' ? '' : `${place}: `}${issue?.message ?? ''}`,
  )
}

/** Deeper than anything that is meant. What reads it further goes down level by level, and its stack has an end. */
const DEEPEST = 100

function isTooDeep(body: unknown): boolean {
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
  let level = [body].filter(isObject)
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true
    level = level.flatMap((one) => Object.values(one).filter(isObject))
  }
  return false
}

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

type Position = z.infer<typeof positionSchema>

/** A watcher's position in an answer, from a header. */
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
