import { StoreError } from '../store-error.ts'
import { errorFromSqlite } from './error-from-sqlite.ts'

/** As `errorFromSqlite`, for a database that could not be opened: it says which one, and what can be done. */
export function openingFailure(path: string, error: unknown): StoreError {
  const failure = errorFromSqlite(error)
  if (error instanceof StoreError)
    return error.code === 'schema-preview'
      ? new StoreError(error.code, `${error.message} (${path})`, { cause: error })
      : failure
  const { code, message } = failure
  const options = { cause: error }
  if (code === 'corrupt')
    return new StoreError(
      code,
      `${message} It is ${path}: put a backup in its place, or move it away to start fresh.`,
      options,
    )
  if (code === 'input-output')
    return new StoreError(
      code,
      `${message} It is ${path}: see that it and its folder can be read and written.`,
      options,
    )
  return failure
}
