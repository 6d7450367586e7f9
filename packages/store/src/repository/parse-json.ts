import { StoreError } from '../store-error.ts'

/** Reads a JSON column that this package wrote. */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new StoreError('corrupt', `The database holds unreadable JSON in ${where}.`, { cause: error })
  }
}
