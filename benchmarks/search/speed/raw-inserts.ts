import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SyntheticVault } from './synthetic-vault.ts'

const BATCH = 1000

export interface RawInserts {
  readonly milliseconds: number
  /** Of the processor, user and system. */
  readonly processor: number
  /** What reading the same texts from their files took, one after another; not part of the other two. */
  readonly reading: number
}

/**
 * Inserts the texts into one FTS5 table of a file as anyone would, from memory. Reading the texts, opening the file and
 * creating the table are not counted.
 */
export function rawInserts(file: string, root: string, { paths }: SyntheticVault): RawInserts {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = normal')
    database.exec(
      `create virtual table notes using fts5 (path, body, tokenize = "porter unicode61 remove_diacritics 2")`,
    )
    const insert = database.prepare('insert into notes (path, body) values (?, ?)')
    let milliseconds = 0
    let processor = 0
    let reading = 0
    for (let from = 0; from < paths.length; from += BATCH) {
      const before = performance.now()
      const some = paths
        .slice(from, from + BATCH)
        .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
      const start = performance.now()
      reading += start - before
      const used = process.cpuUsage()
      database.exec('begin')
      for (const [path, text] of some) insert.run(path, text)
      database.exec('commit')
      milliseconds += performance.now() - start
      const { user, system } = process.cpuUsage(used)
      processor += (user + system) / 1000
    }
    return { milliseconds, processor, reading }
  } finally {
    database.close()
  }
}
