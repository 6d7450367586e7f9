import { StoreError } from '../store-error.ts'

/** Reads a JSON column that this package wrote. */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new StoreError('corrupt', `The database holds unreadable JSON in ${where}.`, { cause: error })
  }
}

/** Below the limit of parameters in one statement, of SQLite and of PostgreSQL. */
const CHUNK = 5000

/** Each value once, in groups that one statement can name. */
export function* inChunks(values: Iterable<string>): Generator<readonly string[]> {
  const all = [...new Set(values)]
  for (let start = 0; start < all.length; start += CHUNK) yield all.slice(start, start + CHUNK)
}
