import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Kysely, sql } from 'kysely'
import { escapeParameters, SQLITE_TEXT } from '../escaped-text.ts'
import { schemaVersion } from './migrate-sqlite.ts'
import { type Migration, MIGRATIONS } from '../migration/migrations.ts'
import type { OpenedDatabase } from '../opened-database.ts'
import type { Schema } from '../schema.ts'
import { StoreError } from '../store-error.ts'
import { startWriter, type Writer } from './start-writer.ts'
import type { Batch } from '../statement.ts'
import { openConnection } from './open-connection.ts'
import { openingFailure } from './error-from-sqlite.ts'
import { makePrivateFile } from './private-file.ts'
import { readerDialect } from './reader-dialect.ts'

export interface SqliteOptions {
  /** The database file; its folder is made when it is missing. */
  readonly path: string
  readonly migrations?: readonly Migration[]
  /** A cap on the size of the file, in pages of 4 KB. */
  readonly maximumPages?: number
}

/**
 * Opens a database file: version check, lock, backup and migration, one writing thread. Only one program may.
 * On a full or read-only disk, existing data can still be read.
 */
export async function openSqlite(options: SqliteOptions): Promise<OpenedDatabase> {
  try {
    return await openToWrite(options)
  } catch (error) {
    if (!isDiskFailure(error) || !existsSync(options.path)) throw error
    return openUnwritable(options, error)
  }
}

/** Whether the disk refused a write and nothing else is wrong. */
export function isDiskFailure(error: unknown): error is StoreError {
  return error instanceof StoreError && (error.code === 'disk-full' || error.code === 'input-output')
}

/** The message for users whose data is read-only. */
export function unwritableMessage({ code, message }: StoreError): string {
  const what = code === 'disk-full' ? 'The disk is full' : 'The database can’t be written'
  const todo = code === 'disk-full' ? 'Free some space' : 'Make it writable'
  return `${what}, so Varve is open for reading only. ${todo}, then start Varve again. (${message})`
}

function openUnwritable(
  { path, migrations = MIGRATIONS }: SqliteOptions,
  reason: StoreError,
): OpenedDatabase {
  const connection = openAnyhow(path, reason)
  // An older schema can't be read before it is migrated.
  if (schemaVersion(connection) !== (migrations.at(-1)?.version ?? 0)) {
    connection.close()
    throw reason
  }
  return {
    database: new Kysely<Schema>({ dialect: readerDialect(connection) }),
    readOnly: unwritableMessage(reason),
    owner: { id: null, isGone: sql<boolean>`false` },
    commit: () => Promise.reject(new StoreError(reason.code, unwritableMessage(reason), { cause: reason })),
    withLease: (_name, work) => work(),
    close: () => {
      if (connection.isOpen) connection.close()
      return Promise.resolve()
    },
  }
}

/** With its log if that can be opened; else the file alone, as its last program left it. */
function openAnyhow(path: string, reason: StoreError): DatabaseSync {
  for (const place of [path, `${pathToFileURL(path).href}?immutable=1`])
    try {
      const connection = openConnection({ path: place, mode: 'read' })
      schemaVersion(connection)
      return connection
    } catch {
      // The next way, or what was wrong in the first place.
    }
  throw reason
}

async function openToWrite(options: SqliteOptions): Promise<OpenedDatabase> {
  const { path, migrations = MIGRATIONS, maximumPages } = options
  makePrivateFile(path)
  const writer = await startWriter({
    path,
    migrations,
    ...(maximumPages === undefined ? {} : { maximumPages }),
  })
  const reader = await openReader(path, writer)
  return {
    database: new Kysely<Schema>({ dialect: readerDialect(reader) }),
    readOnly: writer.readOnly,
    // A stream that is open when the only writer opens has lost its program.
    owner: { id: null, isGone: sql<boolean>`true` },
    commit: (batch) => writer.commit(escaped(batch)),
    // This file has one writer.
    withLease: (_name, work) => work(),
    close: () => {
      // The last to close folds the log into the database, and that must be the one that may write.
      if (reader.isOpen) reader.close()
      return writer.close()
    },
  }
}

function escaped(batch: Batch): Batch {
  return batch.map((statement) => ({
    ...statement,
    parameters: escapeParameters(statement.parameters, SQLITE_TEXT),
  }))
}

async function openReader(path: string, writer: Writer): Promise<DatabaseSync> {
  try {
    return openConnection({ path, mode: 'read' })
  } catch (error) {
    await writer.close()
    throw openingFailure(path, error)
  }
}
