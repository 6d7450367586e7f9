import { AppError } from '@varve/app'
import type { Context } from 'hono'
import type { ErrorView } from './api-types.ts'
import { ERROR_STATUS } from './error-status.ts'
import { isPlace } from './page-files.ts'
import { ServerError } from './server-error.ts'
import { SIGN_IN_PAGE } from './access/sign-in-page.ts'

/** Answers with what the error says for people; an error that nobody expected says nothing of its inside. */
export function handleError(error: Error, context: Context, report: (message: string) => void): Response {
  const isOurs = error instanceof AppError || error instanceof ServerError
  const code = isOurs ? error.code : 'failed'
  const message = isOurs ? error.message : 'Something went wrong in Varve.'
  if (code === 'failed') report(error.stack ?? error.message)
  const status = ERROR_STATUS[code]
  if (context.req.method === 'GET' && isPlace(context.req.path))
    // Someone typed the address into a browser: JSON would be of no use to them.
    return code === 'unauthorized' ? context.html(SIGN_IN_PAGE, status) : context.text(message, status)
  const { details, guard } = error instanceof AppError ? error : {}
  const more = { ...(details ? { details } : {}), ...(guard ? { guard } : {}) }
  return context.json<ErrorView>({ error: { code, message, ...more } }, status)
}
