import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { openDumpRows } from './dump-rows.ts'
import { pageLength, type RowSource, type RowTarget, selectRows, type Row } from './row-source.ts'
import { StoreError } from '../store-error.ts'
import { CHAT_TEXTS_DUE } from '../chat-texts/chat-texts.ts'
import { escapeParameters, SQLITE_TEXT } from '../escaped-text.ts'
import { migrate, schemaVersion } from '../sqlite/migrate-sqlite.ts'
import { MIGRATIONS, NEWEST_SCHEMA } from '../migration/migrations.ts'
import { errorFromSqlite, openingFailure } from '../sqlite/error-from-sqlite.ts'
import { openConnection } from '../sqlite/open-connection.ts'
import { makePrivateFile, syncFolderOf, syncToDisk } from '../sqlite/private-file.ts'
import { takeLock } from '../sqlite/take-lock.ts'
import { prepareWrite } from '../sqlite/prepare-write.ts'
import type { SqlValue } from '../statement.ts'
import type { TableShape } from '../schema.ts'

/** Where a database is, or a dump of one. */
export type StorePlace =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'dump'; readonly path: string }

/** A server address, a dump (by its extension), else a database file. */
export function parseStorePlace(text: string): StorePlace {
  if (/^postgres(ql)?:\/\//i.test(text)) return { kind: 'postgres', url: text }
  return text.endsWith('.jsonl') ? { kind: 'dump', path: text } : { kind: 'sqlite', path: text }
}

/** As people may see it: without a password. */
export function describePlace(place: StorePlace): string {
  if (place.kind !== 'postgres') return place.path
  if (!URL.canParse(place.url)) return 'postgres://'
  const url = new URL(place.url)
  return `postgres://${url.username ? `${url.username}@` : ''}${url.host}${url.pathname}`
}

export async function openRows(place: StorePlace, access: { readonly alone: boolean }): Promise<RowSource> {
  switch (place.kind) {
    case 'sqlite':
      return openSqliteRows(place.path, access)
    case 'postgres':
      // The client of PostgreSQL is loaded by those who use it.
      return (await import('./postgres-rows.ts')).openPostgresRows(place.url, access)
    case 'dump':
      return openDumpRows(place.path)
    default:
      return place satisfies never
  }
}

export async function createTarget(place: StorePlace): Promise<RowTarget> {
  switch (place.kind) {
    case 'sqlite':
      return createSqliteTarget(place.path)
    case 'postgres':
      return (await import('./postgres-rows.ts')).createPostgresTarget(place.url)
    case 'dump':
      throw new StoreError('failed', 'A dump is made by a backup; a move goes to a database.')
    default:
      return place satisfies never
  }
}

/** The rows of a database file. With `alone`, no other program can write to it during the read. */
function openSqliteRows(path: string, { alone }: { readonly alone: boolean }): RowSource {
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
function createSqliteTarget(path: string): RowTarget {
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
