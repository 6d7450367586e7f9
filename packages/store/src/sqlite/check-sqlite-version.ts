import { StoreError } from '../store-error.ts'

/** Earlier ones may lose writes when a WAL is reset while another connection checkpoints. */
const MINIMUM = [3, 51, 3] as const

/** Throws unless this SQLite is at least the version that Varve trusts with a user's chats. */
export function checkSqliteVersion(version: string): void {
  const numbers = version.split('.').map(Number)
  for (const [index, least] of MINIMUM.entries()) {
    const found = numbers[index] ?? 0
    if (found > least) return
    if (!(found >= least)) throw tooOld(version)
  }
}

function tooOld(version: string): StoreError {
  const message = `SQLite ${version} is too old: ${MINIMUM.join('.')} or newer is required. Run Varve on its bundled Node.`
  return new StoreError('sqlite-too-old', message)
}
