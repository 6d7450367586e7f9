import { DatabaseSync } from 'node:sqlite'

export interface PlainDocument {
  readonly path: string
  readonly title: string
  readonly text: string
}

export type PlainTokenizer = 'unicode61' | 'porter unicode61'

const MOST = 400

/** The yardstick: FTS5's own bm25 over title and text as one index, any of the words; shares no code with Varve's search. */
export function plainSearch(
  documents: readonly PlainDocument[],
  tokenizer: PlainTokenizer,
): (text: string) => readonly string[] {
  const database = new DatabaseSync(':memory:')
  database.exec(`create virtual table documents using fts5(title, text, tokenize = '${tokenizer}')`)
  const insert = database.prepare('insert into documents (rowid, title, text) values (?, ?, ?)')
  database.exec('begin')
  for (const [at, { title, text }] of documents.entries()) insert.run(at, title, text)
  database.exec('commit')
  const select = database.prepare(
    `select rowid as id from documents where documents match ? order by bm25(documents), rowid limit ${MOST}`,
  )
  return (text) => {
    const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))]
    if (words.length === 0) return []
    const rows = select.all(words.map((word) => `"${word}"`).join(' OR '))
    return rows.map((row) => documents[Number(row['id'])]?.path ?? '')
  }
}
