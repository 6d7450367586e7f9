import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { CHAT_TEXTS_DUE } from '../chat-texts/due-sql.ts'
import { escapeParameters, SQLITE_TEXT } from '../escaped-text.ts'
import { migrate, schemaVersion } from '../migration/migrate.ts'
import { MIGRATIONS, NEWEST_SCHEMA } from '../migration/migrations.ts'
import { errorFromSqlite } from '../sqlite/error-from-sqlite.ts'
import { openConnection } from '../sqlite/open-connection.ts'
import { openingFailure } from '../sqlite/opening-failure.ts'
import { makePrivateFile, syncFolderOf, syncToDisk } from '../sqlite/private-file.ts'
import { takeLock } from '../sqlite/take-lock.ts'
import { prepareWrite } from '../sqlite/prepare-write.ts'
import { StoreError } from '../store-error.ts'
import type { SqlValue } from '../writer/writer-protocol.ts'
import type { RowSource } from './row-source.ts'
import type { RowTarget } from './row-target.ts'
import type { Row } from './table-digest.ts'
import { pageLength, selectRows, type TableShape } from './table-shapes.ts'

/** The rows of a database file. With `alone`, nobody can write it meanwhile. */
export function openSqliteRows(path: string, { alone }: { readonly alone: boolean }): RowSource {
  // Opening would make a file that is not there.
  if (!existsSync(path)) throw new StoreError('input-output', `There is no database at ${path}.`)
  const lock = alone ? takeLock(path) : undefined
  try {
    const connection = openConnection({ path, mode: 'read' })
    connection.exec('begin')
    return {
      schema: schemaVersion(connection),
      pages: (table) => pages(connection, table),
      close: () => {
        connection.close()
        lock?.close()
        return Promise.resolve()
      },
    }
  } catch (error) {
    lock?.close()
    throw openingFailure(path, error)
  }
}

async function* pages(connection: DatabaseSync, table: TableShape): AsyncGenerator<readonly Row[]> {
  let page: Row[] = []
  try {
    for (const row of connection.prepare(selectRows(table)).iterate()) {
      page.push(Object.values(row).map(fromColumn))
      if (page.length < pageLength(table)) continue
      yield page
      page = []
    }
  } catch (error) {
    throw errorFromSqlite(error)
  }
  if (page.length > 0) yield page
}

function fromColumn(value: SqlValue): SqlValue {
  return typeof value === 'string' ? SQLITE_TEXT.fromColumn(value) : value
}

/** A new database file, which gets its name only when everything is in it and on disk. */
export function createSqliteTarget(path: string): RowTarget {
  if (existsSync(path) && statSync(path).size > 0)
    throw new StoreError('conflict', `There is already something at ${path}; it was not touched.`)
  const partial = `${path}.moving`
  const discard = (): void => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${partial}${suffix}`, { force: true })
  }
  discard()
  makePrivateFile(partial)
  const lock = takeLock(path)
  const connection = openConnection({ path: partial, mode: 'write' })
  migrate(connection, partial, MIGRATIONS)
  connection.exec('begin immediate')
  return {
    insert: (table, rows) => guarded(() => insertRows(connection, table, rows)),
    readBack: {
      schema: NEWEST_SCHEMA,
      pages: (table) => pages(connection, table),
      close: () => Promise.resolve(),
    },
    finish: () =>
      guarded(() => {
        for (const statement of CHAT_TEXTS_DUE) connection.exec(statement)
        connection.exec('commit')
        connection.close()
        syncToDisk(partial)
        renameSync(partial, path)
        syncFolderOf(path)
        lock.close()
      }),
    abandon: () => {
      if (connection.isOpen) connection.close()
      discard()
      if (lock.isOpen) lock.close()
      return Promise.resolve()
    },
  }
}

function insertRows(connection: DatabaseSync, { name, columns }: TableShape, rows: readonly Row[]): void {
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  const insert = prepareWrite(
    connection,
    `insert into "${name}" (${names}) values (${columns.map(() => '?').join(', ')})`,
  )
  for (const row of rows) insert.run(...escapeParameters(row, SQLITE_TEXT))
}

function guarded(act: () => void): Promise<void> {
  try {
    act()
    return Promise.resolve()
  } catch (error) {
    return Promise.reject(errorFromSqlite(error))
  }
}
