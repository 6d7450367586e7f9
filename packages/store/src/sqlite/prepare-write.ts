import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * A statement that writes without inserting a numbered row. Its result holds the last inserted row id,
 * possibly of one of FTS5's own tables, which may not fit a JavaScript number and is refused by newer Nodes.
 */
export function prepareWrite(connection: DatabaseSync, sql: string): StatementSync {
  const statement = connection.prepare(sql)
  statement.setReadBigInts(true)
  return statement
}

export type Prepare = (sql: string) => StatementSync

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
