import type { DatabaseSync } from 'node:sqlite'
import { LATE_INDEXES, WORD_TABLES } from './index-schema.ts'

/** As SQLite does it by itself. */
const MERGED_AFTER = 4

/** Puts off what is quicker in one go at the end: ways into tables, and the merging of words. */
export function beginFirstIndex(connection: DatabaseSync): void {
  for (const name of Object.keys(LATE_INDEXES)) connection.exec(`drop index if exists ${name}`)
  setMerging(connection, 0)
}

/** Words are merged again as they come, also where a first index was cut off. */
export function endFirstIndex(connection: DatabaseSync): void {
  setMerging(connection, MERGED_AFTER)
}

/** Makes the ways into tables that are missing: everything can be found without them, only not as quickly. */
export function createLateIndexes(connection: DatabaseSync): void {
  for (const [name, columns] of Object.entries(LATE_INDEXES))
    connection.exec(`create index if not exists ${name} on ${columns}`)
}

function setMerging(connection: DatabaseSync, segments: number): void {
  for (const table of WORD_TABLES)
    connection.exec(`insert into ${table} (${table}, rank) values ('automerge', ${segments})`)
}
