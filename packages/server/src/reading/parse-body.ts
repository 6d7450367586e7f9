import type { Context } from 'hono'
import type { ZodType } from 'zod'
import { ServerError } from '../server-error.ts'

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
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const place = issue?.path.join('.') ?? ''
  throw new ServerError(
    'body-invalid',
    `The body is not as expected: ${place === '' ? '' : `${place}: `}${issue?.message ?? ''}`,
  )
}
