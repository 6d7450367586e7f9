/** The one thread that writes. It owns the only connection that may change the database. */
import type { DatabaseSync } from 'node:sqlite'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { migrate, schemaVersion } from './migrate-sqlite.ts'
import { newerMessage } from '../migration/migrations.ts'
import { openConnection } from './open-connection.ts'
import { openingFailure, errorFromSqlite } from './error-from-sqlite.ts'
import { takeLock } from './take-lock.ts'
import { StoreError } from '../store-error.ts'
import type { Batch } from '../statement.ts'
import type { BatchResult, Failure, FromWriter, ToWriter, WriterData } from './writer-protocol.ts'
import { type Prepare, preparedStatements } from './prepare-write.ts'

if (!parentPort) throw new StoreError('failed', 'The writer runs in a worker thread only.')
start(parentPort, workerData as WriterData)

function start(port: MessagePort, data: WriterData): void {
  const send = (message: FromWriter): void => port.postMessage(message)
  try {
    const newest = data.migrations.at(-1)?.version ?? 0
    const connection = openConnection({ ...data, mode: 'write' })
    const found = schemaVersion(connection)
    if (found > newest) {
      connection.close()
      return send({ kind: 'newer', message: newerMessage(found, newest) })
    }
    const lock = takeLock(data.path)
    migrate(connection, data.path, data.migrations)
    // Writes a page as it is, so that a full disk is noticed now and not by the first message.
    connection.exec('pragma user_version = 0')
    serve(port, connection, lock)
    send({ kind: 'ready' })
  } catch (error) {
    send({ kind: 'refused', failure: failureOf(openingFailure(data.path, error)) })
  }
}

function serve(port: MessagePort, connection: DatabaseSync, lock: DatabaseSync): void {
  const prepare = preparedStatements(connection)
  port.on('message', (message: ToWriter) => {
    switch (message.kind) {
      case 'group': {
        const results = runGroup(connection, prepare, message.batches)
        return port.postMessage({ kind: 'results', results } satisfies FromWriter)
      }
      case 'close': {
        connection.close()
        lock.close()
        port.postMessage({ kind: 'closed' } satisfies FromWriter)
        return port.close()
      }
      default:
        message satisfies never
    }
  })
}

/**
 * Runs several batches and commits once, so that the disk is waited for once. A batch that fails is
 * undone alone; when the commit itself fails, all of them have failed.
 */
function runGroup(
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
    // A full disk may have rolled back the whole transaction, and with it the earlier batches.
    if (!connection.isTransaction) throw error
    connection.exec('rollback to batch; release batch')
    return { kind: 'failed', failure: failureOf(error) }
  }
}

function failureOf(error: unknown): Failure {
  const { code, message } = errorFromSqlite(error)
  return { code, message }
}
