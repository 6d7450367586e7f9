import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../store-error.ts'

export interface ConnectionOptions {
  readonly path: string
  readonly mode: 'read' | 'write'
  /** A cap on the size of the file. */
  readonly maximumPages?: number
}

const BUSY_MILLISECONDS = 5000
/** Ids are random, so the rows of a chat are spread over the file: the default 2 MB hold few of its pages. */
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
