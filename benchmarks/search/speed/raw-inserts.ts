import { DatabaseSync } from 'node:sqlite'
import type { SyntheticVault } from './synthetic-vault.ts'

const BATCH = 1000

export interface RawInserts {
  readonly milliseconds: number
  /** Of the processor, user and system. */
  readonly processor: number
}

/**
 * Inserts the texts into one FTS5 table of a file as anyone would, from memory. Making the texts, opening the file and
 * creating the table are not counted.
 */
export function rawInserts(file: string, vault: SyntheticVault): RawInserts {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = normal')
    database.exec(
      `create virtual table notes using fts5 (path, body, tokenize = "porter unicode61 remove_diacritics 2")`,
    )
    const insert = database.prepare('insert into notes (path, body) values (?, ?)')
    let milliseconds = 0
    let processor = 0
    for (let from = 0; from < vault.paths.length; from += BATCH) {
      const some = vault.paths
        .slice(from, from + BATCH)
        .map((path, index) => [path, vault.text(from + index)] as const)
      const start = performance.now()
      const used = process.cpuUsage()
      database.exec('begin')
      for (const [path, text] of some) insert.run(path, text)
      database.exec('commit')
      milliseconds += performance.now() - start
      const { user, system } = process.cpuUsage(used)
      processor += (user + system) / 1000
    }
    return { milliseconds, processor }
  } finally {
    database.close()
  }
}
