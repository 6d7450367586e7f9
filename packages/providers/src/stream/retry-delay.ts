import type { ProviderErrorData } from '../wire/wire.ts'

/** How often a call is tried again where nothing else is said. */
export const DEFAULT_RETRIES = 2

const FIRST_DELAY = 500
/** Whoever asks to wait longer is told to the user instead. */
const LONGEST_DELAY = 30_000

/**
 * Milliseconds until a failed call may be tried again, or nothing where it may not: only what is likely to
 * pass, and only so often. The provider's own wish comes first, then a pause that doubles.
 */
export function retryDelay(error: ProviderErrorData, attempt: number, retries: number): number | undefined {
  if (attempt > retries || !isPassing(error)) return undefined
  const delay =
    error.retryAfterSeconds === undefined
      ? FIRST_DELAY * 2 ** (attempt - 1)
      : Math.ceil(error.retryAfterSeconds * 1000)
  return delay > LONGEST_DELAY ? undefined : delay
}

function isPassing({ code, status }: ProviderErrorData): boolean {
  switch (code) {
    case 'rate-limited':
    case 'overloaded':
    case 'server-error':
    case 'network':
      return true
    case 'bad-request':
      return status === 408 || status === 409
    case 'silent':
    case 'unauthorized':
    case 'not-found':
    case 'too-large':
    case 'aborted':
    case 'bad-response':
    case 'bad-catalogue':
      return false
    default:
      return code satisfies never
  }
}
