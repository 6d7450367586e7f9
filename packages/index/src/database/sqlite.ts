import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { keepPrivate, makePrivateFolder } from '@varve/workspace/notes'
import { IndexError } from '../index-error.ts'

/** Earlier versions may lose writes when a log is reset while another connection folds it into the file. */
const MINIMUM_SQLITE = [3, 51, 3] as const

export function checkSqliteVersion(connection: DatabaseSync): void {
  const version = String(valueOf(connection, 'select sqlite_version()'))
  const numbers = version.split('.').map(Number)
  const at = MINIMUM_SQLITE.findIndex((least, index) => numbers[index] !== least)
  if (at < 0 || (numbers[at] ?? 0) > (MINIMUM_SQLITE[at] ?? 0)) return
  const message = `SQLite ${version} is too old: ${MINIMUM_SQLITE.join('.')} or newer is required. Run Varve on its bundled Node.`
  throw new IndexError('sqlite-too-old', message)
}

/** The first column of the first row. */
export function valueOf(connection: DatabaseSync, sql: string, ...parameters: SQLInputValue[]): unknown {
  return Object.values(connection.prepare(sql).get(...parameters) ?? {})[0]
}

export function metaOf(connection: DatabaseSync, name: string): string | undefined {
  const value = valueOf(connection, 'select value from meta where name = ?', name)
  return typeof value === 'string' ? value : undefined
}

/**
 * A statement that writes without inserting a numbered row. SQLite returns the last inserted row id, possibly
 * of one of FTS5's own tables, which may not fit a JavaScript number and is refused by newer Nodes.
 */
export function prepareWrite(connection: DatabaseSync, sql: string): StatementSync {
  const statement = connection.prepare(sql)
  statement.setReadBigInts(true)
  return statement
}

/** All of it or nothing. */
export function inTransaction(connection: DatabaseSync, work: () => void): void {
  connection.exec('begin immediate')
  try {
    work()
    connection.exec('commit')
  } catch (error) {
    // An error of the disk may have ended the transaction already.
    if (connection.isTransaction) connection.exec('rollback')
    throw error
  }
}

/** Notes are for their owner's eyes; SQLite gives its side files the mode of the main one. */
export function touchPrivateFile(path: string): void {
  makePrivateFolder(dirname(path))
  closeSync(openSync(path, 'a', 0o600))
  for (const part of ['', '-wal', '-shm']) keepPrivate(`${path}${part}`, 0o600)
}
