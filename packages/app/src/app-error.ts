import { BudgetError, EngineError } from '@varve/engine'
import { GuardError } from '@varve/guard/custom-rules'
import { ProviderError } from '@varve/providers/provider-error'
import { IndexError, type IndexErrorCode } from '@varve/index'
import { StoreError, type StoreErrorCode } from '@varve/store/store-error'
import { WorkspaceError, type WorkspaceErrorCode } from '@varve/workspace'
import type { AppErrorCode, OverBudgetView } from '@varve/contract'
import { AppError } from './app-error-class.ts'

export { AppError }

const FROM_WORKSPACE: Readonly<Record<WorkspaceErrorCode, AppErrorCode>> = {
  'path-invalid': 'path-refused',
  'path-outside': 'path-refused',
  'not-found': 'file-not-found',
  'not-a-file': 'file-not-text',
  'not-a-folder': 'workspace-not-found',
  'folder-refused': 'folder-refused',
  'not-text': 'file-not-text',
  'too-large': 'file-too-large',
  'changed-while-reading': 'file-unreadable',
  'attachment-invalid': 'message-invalid',
  withheld: 'local-only',
  'no-room': 'file-too-large',
  unreadable: 'file-unreadable',
  conflict: 'file-changed',
  'disk-full': 'disk-full',
  unwritable: 'file-unreadable',
  'document-too-large': 'file-too-large',
  'document-broken': 'file-unreadable',
  'document-timeout': 'file-unreadable',
  'document-password': 'file-unreadable',
  'document-unsupported': 'file-not-text',
  'page-unreachable': 'page-unreadable',
  'page-unsupported': 'page-unreadable',
  'page-unreadable': 'page-unreadable',
  'embedder-unavailable': 'failed',
}

const FROM_STORE: Readonly<Record<StoreErrorCode, AppErrorCode>> = {
  'sqlite-too-old': 'failed',
  'schema-newer': 'read-only',
  'schema-preview': 'data-corrupt',
  'in-use': 'data-in-use',
  'disk-full': 'disk-full',
  'input-output': 'disk-failed',
  corrupt: 'data-corrupt',
  conflict: 'chat-changed',
  busy: 'busy',
  'in-doubt': 'in-doubt',
  closed: 'failed',
  'master-key-missing': 'key-not-kept',
  'master-key-refused': 'key-not-kept',
  'seal-broken': 'key-not-kept',
  'seal-foreign': 'key-not-kept',
  failed: 'failed',
}

const FROM_INDEX: Readonly<Record<IndexErrorCode, AppErrorCode>> = {
  busy: 'busy',
  closed: 'failed',
  corrupt: 'data-corrupt',
  'disk-full': 'disk-full',
  failed: 'failed',
  'in-use': 'data-in-use',
  'input-output': 'disk-failed',
  'sqlite-too-old': 'failed',
}

/** Every error that leaves the app is an `AppError`; what came from below is its cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const cause = { cause: error }
  if (error instanceof WorkspaceError) return new AppError(FROM_WORKSPACE[error.code], error.message, cause)
  if (error instanceof IndexError) return new AppError(FROM_INDEX[error.code], error.message, cause)
  if (error instanceof StoreError) return new AppError(FROM_STORE[error.code], error.message, cause)
  if (error instanceof ProviderError) return new AppError('provider-failed', error.message, cause)
  if (error instanceof GuardError) return new AppError('guard-rule-invalid', error.message, cause)
  if (error instanceof BudgetError)
    return new AppError('does-not-fit', error.message, { ...cause, details: overBudget(error) })
  if (error instanceof EngineError) return new AppError('failed', error.message, cause)
  return new AppError('failed', error instanceof Error ? error.message : String(error), cause)
}

/** The same result, or its failure as an `AppError`. */
export function asApp<Result>(result: Promise<Result>): Promise<Result> {
  return result.catch((error: unknown) => {
    throw toAppError(error)
  })
}

/** The numbers that a person can act on. */
export function overBudget({ details }: BudgetError): OverBudgetView {
  const { needed, budget, largest, actions } = details
  return { needed, budget, largest, actions }
}
