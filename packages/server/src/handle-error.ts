import { AppError } from '@varve/app'
import type { Context } from 'hono'
import type { ErrorView } from './api-types.ts'
import { ERROR_STATUS } from './error-status.ts'
import { ServerError } from './server-error.ts'

/** Answers with what the error says for people; an error that nobody expected says nothing of its inside. */
export function handleError(error: Error, context: Context, report: (message: string) => void): Response {
  const isOurs = error instanceof AppError || error instanceof ServerError
  const code = isOurs ? error.code : 'failed'
  const message = isOurs ? error.message : 'Something went wrong in Varve.'
  if (code === 'failed') report(error.stack ?? error.message)
  const status = ERROR_STATUS[code]
  // Someone typed the address into a browser: JSON would be of no use to them.
  if (context.req.header('sec-fetch-mode') === 'navigate') return context.text(message, status)
  return context.json<ErrorView>({ error: { code, message } }, status)
}
