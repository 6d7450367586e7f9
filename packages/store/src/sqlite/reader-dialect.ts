import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { SqliteDialect } from 'kysely'
import { escapeParameters, SQLITE_TEXT } from '../escaped-text.ts'
import { errorFromSqlite } from './error-from-sqlite.ts'

/** Beyond this many texts of statements the one that was used least lately goes: lists of ids make many of them. */
const MOST_STATEMENTS = 256

/** Lets Kysely read through a `node:sqlite` connection. Each statement is prepared once. */
export function readerDialect(connection: DatabaseSync): SqliteDialect {
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const statement = prepared.get(sql) ?? connection.prepare(sql)
    prepared.delete(sql)
    prepared.set(sql, statement)
    const [oldest] = prepared.keys()
    if (prepared.size > MOST_STATEMENTS && oldest !== undefined) prepared.delete(oldest)
    return statement
  }
  return new SqliteDialect({
    database: {
      close: () => connection.close(),
      prepare: (sql) => ({
        reader: true,
        all: (parameters) =>
          guarded(() =>
            prepare(sql)
              .all(...values(parameters))
              .map(unescapeRow),
          ),
        run: (parameters) => guarded(() => prepare(sql).run(...values(parameters))),
        // A separate statement: rows may still be read while the same text is prepared again.
        iterate: (parameters) =>
          unescapeRows(guarded(() => connection.prepare(sql).iterate(...values(parameters)))),
      }),
    },
  })
}

function values(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return escapeParameters(parameters as readonly SQLInputValue[], SQLITE_TEXT)
}

type Row = Record<string, SQLOutputValue>

/** The row is new and unshared, so it can be changed in place. */
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
