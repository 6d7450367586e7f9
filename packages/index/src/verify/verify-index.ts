import { DatabaseSync } from 'node:sqlite'
import { indexText, type ParsedNote } from '@varve/workspace/notes'
import { INDEX_FORM, WORD_TABLES, WORDS_OF } from '../database/schema.ts'
import { metaOf, valueOf } from '../database/sqlite.ts'
import { linkRows, readStoredNote, tagRows } from '../parse/rows.ts'

const MAXIMUM_LINES = 20

type Fault = readonly [one: string, many: string]

/** A query that must return 0, and the problem if it doesn't. */
const COUNTS: readonly (readonly [sql: string, fault: Fault])[] = [
  [strays('passages', 'file_id', 'files'), ['passage belongs to no file', 'passages belong to no file']],
  [strays('tags', 'file_id', 'files'), ['tag belongs to no file', 'tags belong to no file']],
  [strays('links', 'file_id', 'files'), ['link belongs to no file', 'links belong to no file']],
  [
    strays('passages', 'id', 'passage_text_docsize'),
    ['passage cannot be found by its words', 'passages cannot be found by their words'],
  ],
  [
    strays('passage_text_docsize', 'id', 'passages'),
    ['entry of words leads to no passage', 'entries of words lead to no passage'],
  ],
  [
    strays('files', 'id', 'file_text_docsize'),
    ['file cannot be found by its name', 'files cannot be found by their names'],
  ],
  [
    strays('file_text_docsize', 'id', 'files'),
    ['entry of names leads to no file', 'entries of names lead to no file'],
  ],
  [
    `${strays('passage_vectors', 'passage_id', 'passages')} or vector_id not in (select id from vectors)`,
    ['vector belongs to no passage', 'vectors belong to no passage'],
  ],
  [
    `select count(*) from links where coalesce(resolved, moved) not in (select path from files)`,
    ['link leads to a file that is not there', 'links lead to files that are not there'],
  ],
]

const FAULTS = {
  links: ['file has other links than its text', 'files have other links than their text'],
  tags: ['file has other tags than its text', 'files have other tags than their text'],
  passages: ['word of the passages does not fit their text', 'words of the passages do not fit their text'],
  names: ['word of names and headings does not fit them', 'words of names and headings do not fit them'],
} satisfies Readonly<Record<string, Fault>>

export interface VerifyOptions {
  /** A run is under way: that the index is unfinished is as it should be. */
  readonly isWorking: boolean
}

/** The problems of an index; empty if it is sound. SQLite's own check includes that of its word tables. */
export function verifyIndex(connection: DatabaseSync, { isWorking }: VerifyOptions): readonly string[] {
  const found: string[] = []
  try {
    for (const row of connection.prepare(`pragma integrity_check(${MAXIMUM_LINES})`).all()) {
      const line = String(Object.values(row)[0])
      if (line !== 'ok') found.push(`SQLite: ${line}`)
    }
    for (const [sql, fault] of COUNTS) found.push(...faultLine(Number(valueOf(connection, sql)), fault))
    // Compares the tables with each other; the files themselves aren't read.
    const { links, tags } = countWrongReferences(connection)
    const { passages, names } = countWrongWords(connection)
    found.push(...faultLine(links, FAULTS.links), ...faultLine(tags, FAULTS.tags))
    found.push(...faultLine(passages, FAULTS.passages), ...faultLine(names, FAULTS.names))
    const form = metaOf(connection, 'form')
    if (form !== INDEX_FORM) found.push(`The form is ${String(form)} and should be ${INDEX_FORM}.`)
    if (metaOf(connection, 'state') !== 'whole' && !isWorking)
      found.push('The last run was cut off; the next look at the folder completes it.')
  } catch (error) {
    found.push(`It cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
  return found
}

function strays(table: string, column: string, among: string): string {
  return `select count(*) from ${table} where ${column} not in (select id from ${among})`
}

function faultLine(count: number, [one, many]: Fault): readonly string[] {
  if (count === 0) return []
  return [count === 1 ? `1 ${one}.` : `${count.toLocaleString('en-US')} ${many}.`]
}

const NOTHING: Pick<ParsedNote, 'links' | 'tags'> = { links: [], tags: [] }

/** Files whose rows of links or tags are others than what was read when they were parsed. */
function countWrongReferences(connection: DatabaseSync): { readonly links: number; readonly tags: number } {
  const linksOf = connection.prepare(
    'select line, name, form, target from links where file_id = ? order by ordinal',
  )
  const tagsOf = connection.prepare('select fold, tag from tags where file_id = ? order by fold')
  const wrong = { links: 0, tags: 0 }
  for (const { id, parsed } of connection.prepare('select id, parsed from files').iterate()) {
    const note = parsed === null ? NOTHING : readStoredNote(String(parsed))
    const tags = tagRows(note.tags).toSorted((a, b) => (a[0] < b[0] ? -1 : 1))
    if (!isSame(linksOf.all(Number(id)), linkRows(note))) wrong.links++
    if (!isSame(tagsOf.all(Number(id)), tags)) wrong.tags++
  }
  return wrong
}

function isSame(rows: readonly object[], expected: readonly (readonly unknown[])[]): boolean {
  return JSON.stringify(rows.map(Object.values)) === JSON.stringify(expected)
}

type WordTable = (typeof WORD_TABLES)[number]

/**
 * Words that are in other texts, or more or less often, than the stored texts say: these are indexed once more by the
 * same means. Takes as long as writing them did.
 */
function countWrongWords(connection: DatabaseSync): { readonly passages: number; readonly names: number } {
  const again = new DatabaseSync(':memory:')
  try {
    for (const table of WORD_TABLES) again.exec(WORDS_OF[table])
    again.exec('begin')
    const passage = again.prepare('insert into passage_text (rowid, body) values (?, ?)')
    for (const { id, text } of connection.prepare('select id, text from passages').iterate())
      passage.run(Number(id), indexText(String(text)))
    const name = again.prepare(
      'insert into file_text (rowid, title, aliases, headings, tags, path) values (?, ?, ?, ?, ?, ?)',
    )
    const files = connection.prepare('select id, title, aliases, headings, tags, path from files')
    for (const { id, title, path, aliases, headings, tags } of files.iterate()) {
      const lists = [aliases, headings, tags].map((list) =>
        (JSON.parse(String(list)) as readonly string[]).join('\n'),
      )
      name.run(Number(id), ...[String(title), ...lists, String(path)].map(indexText))
    }
    again.exec('commit')
    return {
      passages: countDifferent(connection, again, 'passage_text'),
      names: countDifferent(connection, again, 'file_text'),
    }
  } finally {
    again.close()
  }
}

function countDifferent(index: DatabaseSync, again: DatabaseSync, table: WordTable): number {
  const expected = new Map(countTerms(again, table))
  let count = 0
  for (const [term, places] of countTerms(index, table)) {
    if (expected.get(term) !== places) count++
    expected.delete(term)
  }
  return count + expected.size
}

/** Each term with how many texts hold it, and how often. */
function countTerms(connection: DatabaseSync, table: WordTable): readonly (readonly [string, string])[] {
  connection.exec(`create virtual table temp.counted_terms using fts5vocab (main, ${table}, row)`)
  try {
    return connection
      .prepare('select term, doc, cnt from temp.counted_terms')
      .all()
      .map(({ term, doc, cnt }) => [String(term), `${String(doc)} ${String(cnt)}`])
  } finally {
    connection.exec('drop table temp.counted_terms')
  }
}
