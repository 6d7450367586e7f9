import { errorFromSqlite } from '../../sqlite/error-from-sqlite.ts'
import { StoreError } from '../../store-error.ts'

/** Every statement is our own: a table that it does not find was taken out of the file. */
const MISSING = /^no such table: /

/** What went wrong with an index or its folder, without a place of this disk in it. */
export function indexFailure(error: unknown): StoreError {
  if (error instanceof Error && MISSING.test(error.message))
    return new StoreError('corrupt', `The index is damaged (${error.message}).`, { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof StoreError || !/^E[A-Z]+$/.test(code)) return errorFromSqlite(error)
  const message =
    code === 'ENOENT' || code === 'ENOTDIR'
      ? 'The folder of the workspace is not there.'
      : `The folder of the workspace cannot be read (${code}).`
  return new StoreError('input-output', message, { cause: error })
}
