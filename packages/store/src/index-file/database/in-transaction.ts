import type { DatabaseSync } from 'node:sqlite'

/** All of it or nothing. */
export function inTransaction(connection: DatabaseSync, work: () => void): void {
  connection.exec('begin immediate')
  try {
    work()
    connection.exec('commit')
  } catch (error) {
    // An error of the disk may have ended the transaction already.
    if (connection.isTransaction) connection.exec('rollback')
    throw error
  }
}
