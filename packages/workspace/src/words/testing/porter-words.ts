import { DatabaseSync } from 'node:sqlite'

/** The terms that SQLite's own tokenizer makes of a text, in their order. */
export function sqliteTerms(text: string): readonly string[] {
  const database = new DatabaseSync(':memory:')
  try {
    database.exec(`create virtual table texts using fts5(body, tokenize = 'porter unicode61 remove_diacritics 2');
      create virtual table terms using fts5vocab(texts, 'instance')`)
    database.prepare('insert into texts (body) values (?)').run(text)
    return database
      .prepare('select term from terms order by offset')
      .all()
      .map((row) => String(row['term']))
  } finally {
    database.close()
  }
}
