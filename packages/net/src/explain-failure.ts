import { NetError } from './net-error.ts'

export interface FailureContext {
  readonly deadline: AbortSignal
  readonly signal: AbortSignal
  readonly milliseconds: number
}

/** Whatever went wrong below, as one of our codes. */
export function explainFailure(error: unknown, { deadline, signal, milliseconds }: FailureContext): NetError {
  if (error instanceof NetError) return error
  const cause = { cause: error }
  if (deadline.aborted)
    return new NetError('timed-out', `The answer was not complete within ${milliseconds} ms.`, cause)
  if (signal.aborted) return new NetError('aborted', 'The fetch was stopped.', cause)
  const code = errorCode(error)
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new NetError('too-large', 'The headers are too large.', cause)
  if (/^UND_ERR_.*TIMEOUT$/.test(code))
    return new NetError('timed-out', `The server did not answer within ${milliseconds} ms.`, cause)
  return new NetError(
    'not-connected',
    `The server could not be reached or broke off${code === '' ? '' : ` (${code})`}.`,
    cause,
  )
}

function errorCode(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
