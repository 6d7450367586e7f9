import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * A statement that writes and inserts no row with a number of its own. What it gives back holds the number of the row that
 * was inserted last, also one of FTS5's own tables, which no number of JavaScript can hold and newer Nodes refuse to give.
 */
export function prepareWrite(connection: DatabaseSync, sql: string): StatementSync {
  const statement = connection.prepare(sql)
  statement.setReadBigInts(true)
  return statement
}
