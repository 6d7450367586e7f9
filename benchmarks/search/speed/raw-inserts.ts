import { DatabaseSync } from 'node:sqlite'
import type { SyntheticVault } from './synthetic-vault.ts'

const BATCH = 1000

/** Milliseconds to insert the texts into one FTS5 table as anyone would, from memory, the making of the texts left out. */
export function rawInserts(file: string, vault: SyntheticVault): number {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = normal')
    database.exec(
      `create virtual table notes using fts5 (path, body, tokenize = "porter unicode61 remove_diacritics 2")`,
    )
    const insert = database.prepare('insert into notes (path, body) values (?, ?)')
    let spent = 0
    for (let from = 0; from < vault.paths.length; from += BATCH) {
      const some = vault.paths
        .slice(from, from + BATCH)
        .map((path, index) => [path, vault.text(from + index)] as const)
      const start = performance.now()
      database.exec('begin')
      for (const [path, text] of some) insert.run(path, text)
      database.exec('commit')
      spent += performance.now() - start
    }
    return spent
  } finally {
    database.close()
  }
}
