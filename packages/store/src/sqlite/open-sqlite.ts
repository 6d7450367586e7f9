import type { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { escapeParameters, SQLITE_TEXT } from '../escaped-text.ts'
import type { Migration } from '../migration/migration.ts'
import { MIGRATIONS } from '../migration/migrations.ts'
import type { OpenedDatabase } from '../opened-database.ts'
import type { Schema } from '../schema.ts'
import { startWriter, type Writer } from '../writer/start-writer.ts'
import type { Batch } from '../writer/writer-protocol.ts'
import { openConnection } from './open-connection.ts'
import { openingFailure } from './opening-failure.ts'
import { makePrivateFile } from './private-file.ts'
import { readerDialect } from './reader-dialect.ts'

export interface SqliteOptions {
  /** The database file; its folder is made when it is missing. */
  readonly path: string
  readonly migrations?: readonly Migration[]
  /** A cap on the size of the file, in pages of 4 KB. */
  readonly maximumPages?: number
}

/** Opens a database file: version check, lock, backup and migration, one thread that writes. One program may. */
export async function openSqlite(options: SqliteOptions): Promise<OpenedDatabase> {
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
    // Whatever streams when the only writer opens has nobody to write it.
    owner: { id: null, isGone: sql<boolean>`true` },
    commit: (batch) => writer.commit(escaped(batch)),
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
