import { renameSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { inDataFolder, IndexError, toIndexError } from '../index-error.ts'
import {
  INDEX_FORM,
  INDEX_TABLES,
  LATE_INDEXES,
  PAGE_BYTES,
  WORD_MEMORY_BYTES,
  WORD_PAGE_BYTES,
  WORD_TABLES,
} from './schema.ts'
import { checkSqliteVersion, inTransaction, metaOf, touchPrivateFile, valueOf } from './sqlite.ts'

export interface OpenedIndexFile {
  readonly connection: DatabaseSync
  /** Why an index that was there is not used any more; absent where it is, or where there was none. */
  readonly replaced?: Replaced
}

export type Replaced = 'damaged' | 'other-form'

const BUSY_MILLISECONDS = 10_000
const PARTS = ['', '-wal', '-shm'] as const
/** As SQLite does it by itself. */
const MERGED_AFTER = 4

/** Opens an index for writing. One that is damaged or of another form is moved to `.old`, and an empty one made. */
export function openIndexFile(file: string): OpenedIndexFile {
  return inDataFolder(() => {
    const known = isFolder(file) ? 'damaged' : openUsable(file)
    if (typeof known === 'object') return { connection: known }
    moveAway(file)
    const made = openUsable(file)
    if (typeof made === 'string') throw new IndexError('failed', 'A new index cannot be used.')
    return { connection: made, replaced: known }
  })
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

/** Reads an index that another process may be building; undefined until there is something to read. */
export function readIndexFile<Value>(
  file: string,
  read: (connection: DatabaseSync) => Value,
): Value | undefined {
  try {
    const connection = openIndexForReading(file)
    try {
      return read(connection)
    } finally {
      connection.close()
    }
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && toIndexError(error).code !== 'corrupt')
      return undefined
    throw error
  }
}

/** Deletes an index with its side files. */
export function removeIndexFile(file: string): void {
  inDataFolder(() => {
    for (const part of PARTS) rmSync(`${file}${part}`, { force: true })
  })
}

export interface IndexLock {
  readonly release: () => void
}

/** The right to write an index, which the system takes back when the process dies; undefined while another has it. */
export function takeIndexLock(file: string): IndexLock | undefined {
  touchPrivateFile(`${file}.lock`)
  const lock = new DatabaseSync(`${file}.lock`, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return { release: () => lock.close() }
  } catch (error) {
    lock.close()
    const failure = toIndexError(error)
    if (failure.code === 'busy') return undefined
    throw failure
  }
}

/** Postpones what is quicker in one go at the end: indexes of tables, and the merging of words. */
export function beginFirstRun(connection: DatabaseSync): void {
  for (const name of Object.keys(LATE_INDEXES)) connection.exec(`drop index if exists ${name}`)
  setMerging(connection, 0)
}

/** Does what was postponed, also after a first run that was cut off. */
export function endFirstRun(connection: DatabaseSync): void {
  setMerging(connection, MERGED_AFTER)
  createLateIndexes(connection)
}

function createLateIndexes(connection: DatabaseSync): void {
  for (const [name, columns] of Object.entries(LATE_INDEXES))
    connection.exec(`create index if not exists ${name} on ${columns}`)
}

function setMerging(connection: DatabaseSync, segments: number): void {
  for (const table of WORD_TABLES)
    connection.exec(`insert into ${table} (${table}, rank) values ('automerge', ${segments})`)
}

/** The files of an index as a link resolver takes them. No link is resolved by an alias, so they are left out. */
export function* linkFiles(
  connection: DatabaseSync,
): Generator<{ path: string; aliases: readonly string[] }> {
  for (const row of connection.prepare('select path from files').iterate())
    yield { path: String(row['path']), aliases: [] }
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** The connection, or why the file cannot be used as an index. */
function openUsable(file: string): DatabaseSync | Replaced {
  touchPrivateFile(file)
  const connection = new DatabaseSync(file, { timeout: BUSY_MILLISECONDS, allowExtension: false })
  try {
    checkSqliteVersion(connection)
    // Before anything is written; a file that has pages keeps their size.
    connection.exec(`pragma page_size = ${PAGE_BYTES}`)
    // Nothing waits for the disk until it is open: an index that a power cut leaves half made is made again.
    connection.exec('pragma trusted_schema = off; pragma synchronous = off; pragma journal_mode = wal')
    // A large log is folded into the file seldom, for each time costs as much as writing it; a small one is kept.
    connection.exec('pragma wal_autocheckpoint = 16000; pragma journal_size_limit = 33554432')
    connection.exec('pragma cache_size = -64000')
    if (valueOf(connection, 'select count(*) from sqlite_schema') === 0) createTables(connection)
    else if (!hasOurForm(connection)) {
      connection.close()
      return 'other-form'
    }
    refuseMissing(connection)
    // With a log, this loses at most the last commits to a power cut, and the next scan finds them.
    connection.exec('pragma synchronous = normal')
    return connection
  } catch (error) {
    if (connection.isOpen) connection.close()
    const failure = toIndexError(error)
    // A full disk or a busy file is no reason to throw an index away.
    if (failure.code !== 'corrupt' && failure.code !== 'failed') throw failure
    return 'damaged'
  }
}

function createTables(connection: DatabaseSync): void {
  inTransaction(connection, () => {
    for (const statement of INDEX_TABLES) connection.exec(statement)
    createLateIndexes(connection)
    for (const table of WORD_TABLES) {
      connection.exec(`insert into ${table} (${table}, rank) values ('hashsize', ${WORD_MEMORY_BYTES})`)
      connection.exec(`insert into ${table} (${table}, rank) values ('pgsz', ${WORD_PAGE_BYTES})`)
    }
    connection
      .prepare(`insert into meta (name, value) values ('form', ?), ('state', 'whole')`)
      .run(INDEX_FORM)
  })
}

function hasOurForm(connection: DatabaseSync): boolean {
  // The word tables look at their own pages here, and refuse when those are damaged.
  for (const table of WORD_TABLES) connection.prepare(`select rowid from ${table} limit 1`).get()
  return metaOf(connection, 'form') === INDEX_FORM
}

/** A file of the right form that lacks a part was damaged from outside: none of our statements removes one. */
function refuseMissing(connection: DatabaseSync): void {
  const rows = connection.prepare('select name from sqlite_schema').all()
  const present = new Set(rows.map((row) => row['name']))
  for (const statement of INDEX_TABLES) {
    const name = /^create [a-z ]*?(?:table|index) (\w+)/.exec(statement)?.[1]
    if (!present.has(name)) throw new IndexError('corrupt', `The index lacks ${String(name)}.`)
  }
}

/** The last one moved away is kept for a look at what went wrong; it holds nothing that is not in the folder. */
function moveAway(file: string): void {
  for (const part of PARTS) rmSync(`${file}.old${part}`, { force: true, recursive: true })
  renameSync(file, `${file}.old`)
  for (const part of ['-wal', '-shm']) rmSync(`${file}${part}`, { force: true, recursive: true })
}
