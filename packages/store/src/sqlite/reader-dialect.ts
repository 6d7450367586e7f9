import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import { SqliteDialect } from 'kysely'
import { escapeParameters, SQLITE_TEXT } from '../escaped-text.ts'
import { errorFromSqlite } from './error-from-sqlite.ts'

/** Lets Kysely read through a `node:sqlite` connection. */
export function readerDialect(connection: DatabaseSync): SqliteDialect {
  return new SqliteDialect({
    database: {
      close: () => connection.close(),
      prepare: (sql) => {
        const statement = guarded(() => connection.prepare(sql))
        return {
          reader: true,
          all: (parameters) => guarded(() => statement.all(...values(parameters)).map(unescapeRow)),
          run: (parameters) => guarded(() => statement.run(...values(parameters))),
          iterate: (parameters) => unescapeRows(guarded(() => statement.iterate(...values(parameters)))),
        }
      },
    },
  })
}

function values(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return escapeParameters(parameters as readonly SQLInputValue[], SQLITE_TEXT)
}

type Row = Record<string, SQLOutputValue>

/** The row is fresh and nobody else's, so it is changed in place. */
function unescapeRow(row: Row): Row {
  for (const name in row) {
    const value = row[name]
    if (typeof value === 'string') row[name] = SQLITE_TEXT.fromColumn(value)
  }
  return row
}

function* unescapeRows(rows: Iterable<Row>): Generator<Row> {
  for (const row of rows) yield unescapeRow(row)
}

function guarded<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw errorFromSqlite(error)
  }
}
