import { DatabaseSync } from 'node:sqlite'
import { checkSqliteVersion } from './check-sqlite-version.ts'

export interface ConnectionOptions {
  readonly path: string
  readonly mode: 'read' | 'write'
  /** A cap on the size of the file. */
  readonly maximumPages?: number
}

const BUSY_MILLISECONDS = 5000
/** Ids are random, so the rows of a chat lie all over the file: the usual 2 MB hold few of their pages. */
const CACHE_KIBIBYTES = 16_384

/** One connection with the settings that every connection has: durable commits, foreign keys, patience. */
export function openConnection(options: ConnectionOptions): DatabaseSync {
  const connection = new DatabaseSync(options.path, {
    readOnly: options.mode === 'read',
    enableForeignKeyConstraints: true,
    timeout: BUSY_MILLISECONDS,
    allowExtension: false,
  })
  try {
    checkSqliteVersion(String(valueOf(connection, 'select sqlite_version()')))
    connection.exec(`pragma trusted_schema = off; pragma cache_size = -${CACHE_KIBIBYTES}`)
    if (options.mode === 'write') {
      connection.exec('pragma journal_mode = wal; pragma synchronous = full')
      if (options.maximumPages !== undefined)
        connection.exec(`pragma max_page_count = ${options.maximumPages}`)
    }
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** The first column of the first row. */
export function valueOf(connection: DatabaseSync, sql: string): unknown {
  return Object.values(connection.prepare(sql).get() ?? {})[0]
}
