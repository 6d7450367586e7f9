import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreError, type StoreErrorCode } from '../store-error.ts'

/** SQLite's primary result codes that a user can do something about. */
const BY_RESULT_CODE: ReadonlyMap<number, readonly [code: StoreErrorCode, message: string]> = new Map([
  [5, ['busy', 'The database is busy']],
  [6, ['busy', 'The database is locked']],
  [8, ['input-output', 'The database cannot be written']],
  [10, ['input-output', 'The disk reported an error']],
  [11, ['corrupt', 'The database file is damaged']],
  [13, ['disk-full', 'The disk is full; nothing was changed']],
  [14, ['input-output', 'The database file cannot be opened']],
  [19, ['conflict', 'The database refused the change']],
  [26, ['corrupt', 'The file is not a Varve database']],
])

type Known = readonly [code: StoreErrorCode, message: string]
const FULL: Known = ['disk-full', 'The disk is full; nothing was changed']
const UNWRITABLE: Known = ['input-output', 'The data folder cannot be written']

/** The same of the system, for files that are opened beside the database. */
const BY_SYSTEM_CODE: ReadonlyMap<string, Known> = new Map([
  ['ENOSPC', FULL],
  ['EDQUOT', FULL],
  ['EACCES', UNWRITABLE],
  ['EIO', UNWRITABLE],
  ['EISDIR', UNWRITABLE],
  ['EPERM', UNWRITABLE],
  ['EROFS', UNWRITABLE],
])

/** Turns an error of `node:sqlite` into one of ours; errors of ours pass through. */
export function errorFromSqlite(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const reason = error instanceof Error ? error.message : String(error)
  const known = BY_RESULT_CODE.get(resultCode(error) & 0xff) ?? BY_SYSTEM_CODE.get(systemCode(error))
  if (!known) return new StoreError('failed', `The database failed: ${reason}.`, { cause: error })
  return new StoreError(known[0], `${known[1]} (${reason}).`, { cause: error })
}

function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function resultCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0
}

const DISK_ERROR = 10
const LEAST_FREE_BYTES = 64 * 1024

function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize
  } catch {
    return Infinity
  }
}

/** As `errorFromSqlite`, for a database that could not be opened: it says which one, and what can be done. */
export function openingFailure(path: string, error: unknown): StoreError {
  const failure = errorFromSqlite(error)
  if (error instanceof StoreError)
    return error.code === 'schema-preview'
      ? new StoreError(error.code, `${error.message} (${path})`, { cause: error })
      : failure
  // SQLite maps a file of 32 KB into memory; where that finds no room it only says that the disk reported an error.
  if ((resultCode(error) & 0xff) === DISK_ERROR && freeBytes(path) < LEAST_FREE_BYTES)
    return new StoreError(FULL[0], `${FULL[1]} (${path}).`, { cause: error })
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
