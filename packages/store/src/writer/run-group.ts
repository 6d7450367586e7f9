import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { errorFromSqlite } from '../sqlite/error-from-sqlite.ts'
import { prepareWrite } from '../sqlite/prepare-write.ts'
import { StoreError } from '../store-error.ts'
import type { Batch, BatchResult, Failure } from './writer-protocol.ts'

export type Prepare = (sql: string) => StatementSync

/**
 * Runs several batches and commits once, so that the disk is waited for once. A batch that fails is
 * undone alone; when the commit itself fails, all of them have failed.
 */
export function runGroup(
  connection: DatabaseSync,
  prepare: Prepare,
  batches: readonly Batch[],
): readonly BatchResult[] {
  try {
    connection.exec('begin immediate')
    const results = batches.map((batch) => runBatch(connection, prepare, batch))
    connection.exec('commit')
    return results
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback')
    const failed: BatchResult = { kind: 'failed', failure: failureOf(error) }
    return batches.map(() => failed)
  }
}

function runBatch(connection: DatabaseSync, prepare: Prepare, batch: Batch): BatchResult {
  connection.exec('savepoint batch')
  try {
    for (const { sql, parameters, changes } of batch) {
      const result = prepare(sql).run(...parameters)
      if (changes !== undefined && Number(result.changes) !== changes)
        throw new StoreError('conflict', `The change touched ${result.changes} rows instead of ${changes}.`)
    }
    connection.exec('release batch')
    return { kind: 'done' }
  } catch (error) {
    // A full disk may have ended the whole transaction; then the batches before this one are gone too.
    if (!connection.isTransaction) throw error
    connection.exec('rollback to batch; release batch')
    return { kind: 'failed', failure: failureOf(error) }
  }
}

export function failureOf(error: unknown): Failure {
  const { code, message } = errorFromSqlite(error)
  return { code, message }
}

/** Keeps the statements that were used last, since most writes repeat a few. */
export function preparedStatements(connection: DatabaseSync, maximum = 200): Prepare {
  const statements = new Map<string, StatementSync>()
  return (sql) => {
    const statement = statements.get(sql) ?? prepareWrite(connection, sql)
    // To the end of the map: at its start is what was not used for longest.
    statements.delete(sql)
    statements.set(sql, statement)
    const oldest = statements.keys().next()
    if (statements.size > maximum && !oldest.done) statements.delete(oldest.value)
    return statement
  }
}
