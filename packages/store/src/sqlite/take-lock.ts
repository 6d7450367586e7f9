import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../store-error.ts'
import { openingFailure } from './error-from-sqlite.ts'
import { touchPrivateFile } from './private-file.ts'

/** The right to write a database file: a lock that the system gives back when the process dies, however it dies. */
export function takeLock(path: string): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    touchPrivateFile(`${path}.lock`)
    lock = new DatabaseSync(`${path}.lock`, { timeout: 2000 })
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    const known = openingFailure(`${path}.lock`, error)
    if (known.code !== 'busy') throw known
    throw new StoreError(
      'in-use',
      'Another Varve is using this data folder; stop it or choose another with --data.',
    )
  }
}
