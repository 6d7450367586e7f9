import { DatabaseSync } from 'node:sqlite'

/** The content of an index, without what may differ between two correct ones: ids and inodes. */
export function dumpIndex(file: string): Readonly<Record<string, string>> {
  const connection = new DatabaseSync(file)
  try {
    // As text, which is compared in a moment however much there is.
    const all = (sql: string): string =>
      connection
        .prepare(sql)
        .all()
        .map((row) => JSON.stringify(row))
        .join('\n')
    for (const table of ['file_text', 'passage_text'])
      connection.exec(`create virtual table temp.${table}_words using fts5vocab (main, ${table}, instance)`)
    return {
      // Ways into tables and the merging of words too, which a first index puts off.
      schema: all('select name, sql from sqlite_schema order by name'),
      // As SQLite does it by itself where nothing is said.
      merging: all(`select coalesce((select v from file_text_config where k = 'automerge'), 4) as names,
        coalesce((select v from passage_text_config where k = 'automerge'), 4) as words`),
      meta: all('select * from meta order by name'),
      files:
        all(`select path, path_fold, folder, name, title, kind, bytes, modified, created, hash, words, aside,
        name_day, aliases, headings, tags, parsed from files order by path`),
      passages: all(`select path, ordinal, from_line, to_line, passages.headings, text
        from passages join files on files.id = file_id order by path, ordinal`),
      tags: all(`select path, fold, tag from tags join files on files.id = file_id order by path, fold`),
      links: all(`select path, ordinal, line, links.name, form, target, resolved, moved
        from links join files on files.id = file_id order by path, ordinal`),
      problems: all('select * from problems order by path'),
      names: all(`select path, term, col, offset from file_text_words join files on files.id = doc
        order by path, term, col, offset`),
      words: all(`select path, ordinal, term, offset from passage_text_words
        join passages on passages.id = doc join files on files.id = file_id order by path, ordinal, term, offset`),
      counts: all(`select (select count(*) from passage_text_words) as words,
        (select count(*) from file_text_words) as names`),
    }
  } finally {
    connection.close()
  }
}
