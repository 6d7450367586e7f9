import { DatabaseSync } from 'node:sqlite'
import { indexText } from '@varve/workspace/preparing'
import { WORD_TABLES, WORDS_OF } from '../database/index-schema.ts'

type WordTable = (typeof WORD_TABLES)[number]

export interface WordFaults {
  /** Words that stand elsewhere, or more or less often, than the texts of passages say. */
  readonly passages: number
  /** The same of titles, aliases, headings, tags and paths. */
  readonly names: number
}

/**
 * Takes the words out of the stored texts once more, by the same means, and compares how often each stands in how many
 * of them. Takes as long as writing them did.
 */
export function verifyWords(connection: DatabaseSync): WordFaults {
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
    for (const { id, title, path, ...row } of files.iterate()) {
      const [aliases, headings, tags] = [row['aliases'], row['headings'], row['tags']].map(inLines)
      const texts = [String(title), aliases, headings, tags, String(path)]
      name.run(Number(id), ...texts.map((text) => indexText(text ?? '')))
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

function inLines(list: unknown): string {
  return (JSON.parse(String(list)) as readonly string[]).join('\n')
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
