import { DatabaseSync } from 'node:sqlite'
import { errorFromSqlite } from '../../sqlite/error-from-sqlite.ts'
import { touchPrivateFile } from '../../sqlite/private-file.ts'

export interface IndexLock {
  readonly release: () => void
}

/** The right to write an index, which the system takes back when the process dies; undefined while another has it. */
export function takeIndexLock(file: string): IndexLock | undefined {
  touchPrivateFile(`${file}.lock`)
  const lock = new DatabaseSync(`${file}.lock`, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return { release: () => lock.close() }
  } catch (error) {
    lock.close()
    const failure = errorFromSqlite(error)
    if (failure.code === 'busy') return undefined
    throw failure
  }
}
