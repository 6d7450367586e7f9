import type { DatabaseSync } from 'node:sqlite'
import { valueOf } from '../../sqlite/open-connection.ts'
import { INDEX_FORM } from './index-schema.ts'

const MAXIMUM_LINES = 20

/** What must give 0, and what it means where it does not. */
const COUNTS: readonly (readonly [sql: string, meaning: string])[] = [
  ['select count(*) from passages where file_id not in (select id from files)', 'passages belong to no file'],
  ['select count(*) from tags where file_id not in (select id from files)', 'tags belong to no file'],
  ['select count(*) from links where file_id not in (select id from files)', 'links belong to no file'],
  [
    'select count(*) from passages where id not in (select id from passage_text_docsize)',
    'passages cannot be found by their words',
  ],
  [
    'select count(*) from passage_text_docsize where id not in (select id from passages)',
    'entries of words lead to no passage',
  ],
  [
    'select count(*) from files where id not in (select id from file_text_docsize)',
    'files cannot be found by their names',
  ],
  [
    'select count(*) from file_text_docsize where id not in (select id from files)',
    'entries of names lead to no file',
  ],
  [
    `select count(*) from passage_vectors where passage_id not in (select id from passages)
      or vector_id not in (select id from vectors)`,
    'vectors belong to no passage',
  ],
  [
    `select count(*) from links where coalesce(resolved, moved) not in (select path from files)`,
    'links lead to files that are not there',
  ],
]

export interface VerifyOptions {
  /** A run is under way: that the index is unfinished is as it should be. */
  readonly isWorking: boolean
}

/** What is wrong with an index, in words; nothing where it is sound. The check of SQLite includes that of its words. */
export function verifyIndex(connection: DatabaseSync, { isWorking }: VerifyOptions): readonly string[] {
  const found: string[] = []
  try {
    for (const row of connection.prepare(`pragma integrity_check(${MAXIMUM_LINES})`).all()) {
      const line = String(Object.values(row)[0])
      if (line !== 'ok') found.push(`SQLite: ${line}`)
    }
    for (const [sql, meaning] of COUNTS) {
      const count = Number(valueOf(connection, sql))
      if (count > 0) found.push(`${count.toLocaleString('en-US')} ${meaning}.`)
    }
    const form = valueOf(connection, `select value from meta where name = 'form'`)
    if (form !== INDEX_FORM) found.push(`The form is ${String(form)} and should be ${INDEX_FORM}.`)
    const state = valueOf(connection, `select value from meta where name = 'state'`)
    if (state !== 'whole' && !isWorking)
      found.push('The last run was cut off; the next look at the folder completes it.')
  } catch (error) {
    found.push(`It cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
  return found
}
