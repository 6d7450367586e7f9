export type IndexErrorCode =
  | 'busy'
  | 'closed'
  | 'corrupt'
  | 'disk-full'
  | 'failed'
  | 'in-use'
  | 'input-output'
  | 'sqlite-too-old'

/** Everything that an index can refuse. */
export class IndexError extends Error {
  override readonly name = 'IndexError'
  readonly code: IndexErrorCode

  constructor(code: IndexErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

const DISK_FULL = 'The disk is full; nothing was changed'

/** SQLite's primary result codes that a user can do something about. */
const BY_RESULT_CODE: ReadonlyMap<number, readonly [code: IndexErrorCode, message: string]> = new Map([
  [5, ['busy', 'The index is busy']],
  [6, ['busy', 'The index is locked']],
  [8, ['input-output', 'The index cannot be written']],
  [10, ['input-output', 'The disk reported an error']],
  [11, ['corrupt', 'The index is damaged']],
  [13, ['disk-full', DISK_FULL]],
  [14, ['input-output', 'The index cannot be opened']],
  [26, ['corrupt', 'The file is not an index']],
])
const IS_SYSTEM_CODE = /^E[A-Z]+$/
/** Every statement is our own: a table that it does not find was taken out of the file. */
const MISSING_TABLE = /^no such table: /

/** Describes an error of an index or its folder without naming a path of this disk. */
export function toIndexError(error: unknown): IndexError {
  if (error instanceof IndexError) return error
  const reason = error instanceof Error ? error.message : String(error)
  const cause = { cause: error }
  if (MISSING_TABLE.test(reason)) return new IndexError('corrupt', `The index is damaged (${reason}).`, cause)
  const code = systemCode(error)
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new IndexError('input-output', 'The folder of the workspace is not there.', cause)
  if (code !== undefined)
    return new IndexError('input-output', `The folder of the workspace cannot be read (${code}).`, cause)
  const known = BY_RESULT_CODE.get(resultCode(error) & 0xff)
  if (known) return new IndexError(known[0], `${known[1]} (${reason}).`, cause)
  return new IndexError('failed', `The index failed: ${reason.replace(/\.$/, '')}.`, cause)
}

/** Works in Varve's data folder: what the system refuses there is not blamed on the workspace. */
export function inDataFolder<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new IndexError('disk-full', `${DISK_FULL}.`, { cause: error })
    throw new IndexError('input-output', `The data folder of Varve cannot be used (${code}).`, {
      cause: error,
    })
  }
}

function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return IS_SYSTEM_CODE.test(code) ? code : undefined
}

function resultCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0
}
