import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'

export interface IdempotentRequest {
  readonly workspaceId: string
  /** Chosen by the client; the same key means the same request. */
  readonly key: string
  readonly fingerprint: string
}

/**
 * What a request was answered with when it came before; undefined for a new one. Its fingerprint names the action, so
 * that what is stored under it is what that action answers.
 */
export async function recallRequest<Response>(
  context: AppContext,
  request: IdempotentRequest | undefined,
): Promise<Response | undefined> {
  if (!request) return undefined
  const known = await context.store.requests.get(request.workspaceId, request.key)
  if (!known) return undefined
  if (known.fingerprint === request.fingerprint) return known.response as Response
  throw new AppError('idempotency-key-reused', 'This Idempotency-Key was used for another request.')
}
