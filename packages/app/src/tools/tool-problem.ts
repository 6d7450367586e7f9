import { IndexError } from '@varve/index'
import { StoreError } from '@varve/store'
import { WorkspaceError } from '@varve/workspace'
import { AppError } from '../app-error.ts'

/** An error that the model should see, to correct itself or to report it; undefined for internal errors. */
export function toolProblem(error: unknown): string | undefined {
  const isKnown = [AppError, IndexError, StoreError, WorkspaceError].some((known) => error instanceof known)
  return isKnown && error instanceof Error ? error.message : undefined
}
