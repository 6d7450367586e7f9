import { StoreError } from '../../store-error.ts'

/**
 * Works where the index is kept: what the system refuses there is not blamed on the workspace, and is told without
 * a place of this disk in it.
 */
export function inDataFolder<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (error instanceof StoreError || !/^E[A-Z]+$/.test(code)) throw error
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new StoreError('disk-full', 'The disk is full; nothing was changed.', { cause: error })
    throw new StoreError('input-output', `The data folder of Varve cannot be used (${code}).`, {
      cause: error,
    })
  }
}
