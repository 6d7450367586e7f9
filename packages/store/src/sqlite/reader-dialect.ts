import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { SqliteDialect } from 'kysely'
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
          all: (parameters) => guarded(() => statement.all(...values(parameters))),
          run: (parameters) => guarded(() => statement.run(...values(parameters))),
          iterate: (parameters) => guarded(() => statement.iterate(...values(parameters))),
        }
      },
    },
  })
}

function values(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[]
}

function guarded<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw errorFromSqlite(error)
  }
}
