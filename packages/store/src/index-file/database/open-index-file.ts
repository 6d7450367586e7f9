import { renameSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { checkSqliteVersion } from '../../sqlite/check-sqlite-version.ts'
import { errorFromSqlite } from '../../sqlite/error-from-sqlite.ts'
import { valueOf } from '../../sqlite/open-connection.ts'
import { touchPrivateFile } from '../../sqlite/private-file.ts'
import { StoreError } from '../../store-error.ts'
import { createLateIndexes } from './first-index.ts'
import { inDataFolder } from './in-data-folder.ts'
import {
  INDEX_FORM,
  INDEX_TABLES,
  PAGE_BYTES,
  WORD_MEMORY_BYTES,
  WORD_PAGE_BYTES,
  WORD_TABLES,
} from './index-schema.ts'

export interface OpenedIndexFile {
  readonly connection: DatabaseSync
  /** Why an index that was there is not used any more; absent where it is, or where there was none. */
  readonly setAside?: SetAside
}

export type SetAside = 'damaged' | 'other-form'

const BUSY_MILLISECONDS = 10_000
const PARTS = ['', '-wal', '-shm'] as const

/** Opens an index for writing. One that is damaged or of another form is moved to `.old`, and an empty one made. */
export function openIndexFile(file: string): OpenedIndexFile {
  return inDataFolder(() => openOrReplace(file))
}

function openOrReplace(file: string): OpenedIndexFile {
  const known = isFolder(file) ? NO_DATABASE : openMade(file)
  if (known.kind === 'usable') return { connection: known.connection }
  setAside(file)
  const made = openMade(file)
  if (made.kind !== 'usable') throw errorFromSqlite(new Error(made.reason))
  return { connection: made.connection, setAside: known.kind }
}

/** A connection that reads and cannot write. */
export function openIndexForReading(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, {
    readOnly: true,
    timeout: BUSY_MILLISECONDS,
    allowExtension: false,
  })
  try {
    connection.exec('pragma trusted_schema = off; pragma query_only = on; pragma cache_size = -16000')
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Deletes an index with its side files. */
export function removeIndexFile(file: string): void {
  inDataFolder(() => {
    for (const part of PARTS) rmSync(`${file}${part}`, { force: true })
  })
}

type Known =
  | { readonly kind: 'usable'; readonly connection: DatabaseSync }
  | { readonly kind: SetAside; readonly reason: string }

const NO_DATABASE: Known = { kind: 'damaged', reason: 'A folder stands in place of the index.' }

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function openMade(file: string): Known {
  touchPrivateFile(file)
  return openKnown(file)
}

/** The connection, or why the file cannot be used as an index. */
function openKnown(file: string): Known {
  const connection = new DatabaseSync(file, { timeout: BUSY_MILLISECONDS, allowExtension: false })
  try {
    checkSqliteVersion(String(valueOf(connection, 'select sqlite_version()')))
    // Before anything is written; a file that has pages keeps their size.
    connection.exec(`pragma page_size = ${PAGE_BYTES}`)
    // Nothing waits for the disk until it is open: an index that a power cut leaves half made is made again.
    connection.exec('pragma trusted_schema = off; pragma synchronous = off; pragma journal_mode = wal')
    // A large log is folded into the file seldom, for each time costs as much as writing it; a small one is kept.
    connection.exec('pragma wal_autocheckpoint = 16000; pragma journal_size_limit = 33554432')
    connection.exec('pragma cache_size = -64000')
    const problem = isEmpty(connection) ? createTables(connection) : formProblem(connection)
    if (problem === undefined) {
      refuseMissing(connection)
      // One without files gets them at the end of its first run.
      if (valueOf(connection, 'select 1 from files limit 1') === 1) createLateIndexes(connection)
      // With a log, this loses at most the last commits to a power cut, and the next look at the disk finds them.
      connection.exec('pragma synchronous = normal')
      return { kind: 'usable', connection }
    }
    connection.close()
    return { kind: 'other-form', reason: problem }
  } catch (error) {
    connection.close()
    const failure = errorFromSqlite(error)
    // A full disk or a busy file is no reason to throw an index away.
    if (failure.code !== 'corrupt' && failure.code !== 'failed') throw failure
    return { kind: 'damaged', reason: failure.message }
  }
}

function isEmpty(connection: DatabaseSync): boolean {
  return valueOf(connection, 'select count(*) from sqlite_schema') === 0
}

function createTables(connection: DatabaseSync): undefined {
  connection.exec('begin immediate')
  for (const statement of INDEX_TABLES) connection.exec(statement)
  for (const table of WORD_TABLES) {
    connection.exec(`insert into ${table} (${table}, rank) values ('hashsize', ${WORD_MEMORY_BYTES})`)
    connection.exec(`insert into ${table} (${table}, rank) values ('pgsz', ${WORD_PAGE_BYTES})`)
  }
  connection.prepare(`insert into meta (name, value) values ('form', ?), ('state', 'whole')`).run(INDEX_FORM)
  connection.exec('commit')
}

function formProblem(connection: DatabaseSync): string | undefined {
  // The tables of words look at their own pages here, and refuse when those are damaged.
  for (const table of WORD_TABLES) connection.prepare(`select rowid from ${table} limit 1`).get()
  const form = valueOf(connection, `select value from meta where name = 'form'`)
  return form === INDEX_FORM
    ? undefined
    : `The index has the form ${String(form)}; this Varve uses ${INDEX_FORM}.`
}

/** A file of the right form that lacks a part was damaged by someone else: no statement of ours takes one away. */
function refuseMissing(connection: DatabaseSync): void {
  const present = new Set(
    connection
      .prepare('select name from sqlite_schema')
      .all()
      .map((row) => row['name']),
  )
  for (const statement of INDEX_TABLES) {
    const name = /^create [a-z ]*?(?:table|index) (\w+)/.exec(statement)?.[1]
    if (!present.has(name)) throw new StoreError('corrupt', `The index lacks ${String(name)}.`)
  }
}

/** The last one set aside is kept for a look at what went wrong; it holds nothing that is not in the folder. */
function setAside(file: string): void {
  for (const part of PARTS) rmSync(`${file}.old${part}`, { force: true, recursive: true })
  renameSync(file, `${file}.old`)
  for (const part of ['-wal', '-shm']) rmSync(`${file}${part}`, { force: true, recursive: true })
}
