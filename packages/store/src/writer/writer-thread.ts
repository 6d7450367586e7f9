/** The one thread that writes. It owns the only connection that may change the database. */
import type { DatabaseSync } from 'node:sqlite'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { migrate, schemaVersion } from '../migration/migrate.ts'
import { newerMessage } from '../migration/newer-message.ts'
import { openConnection } from '../sqlite/open-connection.ts'
import { openingFailure } from '../sqlite/opening-failure.ts'
import { takeLock } from '../sqlite/take-lock.ts'
import { StoreError } from '../store-error.ts'
import { failureOf, preparedStatements, runGroup } from './run-group.ts'
import type { FromWriter, ToWriter, WriterData } from './writer-protocol.ts'

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
