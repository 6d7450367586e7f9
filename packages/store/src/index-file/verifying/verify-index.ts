import type { DatabaseSync } from 'node:sqlite'
import { valueOf } from '../../sqlite/open-connection.ts'
import { INDEX_FORM } from '../database/index-schema.ts'
import { verifyReferences } from './verify-references.ts'
import { verifyWords } from './verify-words.ts'

const MAXIMUM_LINES = 20

/** What must give 0, and what it means where it does not. */
const COUNTS: readonly (readonly [sql: string, one: string, many: string])[] = [
  [
    'select count(*) from passages where file_id not in (select id from files)',
    'passage belongs to no file',
    'passages belong to no file',
  ],
  [
    'select count(*) from tags where file_id not in (select id from files)',
    'tag belongs to no file',
    'tags belong to no file',
  ],
  [
    'select count(*) from links where file_id not in (select id from files)',
    'link belongs to no file',
    'links belong to no file',
  ],
  [
    'select count(*) from passages where id not in (select id from passage_text_docsize)',
    'passage cannot be found by its words',
    'passages cannot be found by their words',
  ],
  [
    'select count(*) from passage_text_docsize where id not in (select id from passages)',
    'entry of words leads to no passage',
    'entries of words lead to no passage',
  ],
  [
    'select count(*) from files where id not in (select id from file_text_docsize)',
    'file cannot be found by its name',
    'files cannot be found by their names',
  ],
  [
    'select count(*) from file_text_docsize where id not in (select id from files)',
    'entry of names leads to no file',
    'entries of names lead to no file',
  ],
  [
    `select count(*) from passage_vectors where passage_id not in (select id from passages)
      or vector_id not in (select id from vectors)`,
    'vector belongs to no passage',
    'vectors belong to no passage',
  ],
  [
    `select count(*) from links where coalesce(resolved, moved) not in (select path from files)`,
    'link leads to a file that is not there',
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
    for (const [sql, one, many] of COUNTS) {
      const count = Number(valueOf(connection, sql))
      if (count > 0) found.push(countLine(count, one, many))
    }
    found.push(...verifyContent(connection))
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

/** What was taken from the files, compared with what was made of it; the files themselves are not read. */
function verifyContent(connection: DatabaseSync): readonly string[] {
  const { links, tags } = verifyReferences(connection)
  const { passages, names } = verifyWords(connection)
  const faults: readonly (readonly [count: number, one: string, many: string])[] = [
    [links, 'file has other links than its text', 'files have other links than their text'],
    [tags, 'file has other tags than its text', 'files have other tags than their text'],
    [passages, 'word of the passages does not fit their text', 'words of the passages do not fit their text'],
    [names, 'word of names and headings does not fit them', 'words of names and headings do not fit them'],
  ]
  return faults.filter(([count]) => count > 0).map(([count, one, many]) => countLine(count, one, many))
}

function countLine(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}.` : `${count.toLocaleString('en-US')} ${many}.`
}
