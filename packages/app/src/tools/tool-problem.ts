import { IndexError } from '@varve/index'
import { StoreError } from '@varve/store'
import { WorkspaceError } from '@varve/workspace'
import { AppError } from '../app-error.ts'

/** What a model can be told, so that it may correct itself or say it; undefined for what is no answer to a call. */
export function toolProblem(error: unknown): string | undefined {
  const isKnown = [AppError, IndexError, StoreError, WorkspaceError].some((known) => error instanceof known)
  return isKnown && error instanceof Error ? error.message : undefined
}
