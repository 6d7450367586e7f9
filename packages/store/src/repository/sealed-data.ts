import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** What only a master key opens, whatever it is. */
export interface SealedData {
  /** Whether there is any, in any workspace. */
  readonly isThere: () => Promise<boolean>
}

const COLUMNS = [
  ['sealed_keys', 'sealed'],
  ['redactions', 'sealed'],
  ['side_calls', 'sealed'],
  ['calls', 'sealed'],
  ['calls', 'heard_sealed'],
  ['call_pages', 'sealed'],
] as const satisfies (readonly [keyof Schema, string])[]

export function sealedData(database: Kysely<Schema>): SealedData {
  return {
    isThere: async () => {
      for (const [table, column] of COLUMNS) {
        // Nothing is sealed in a row without bytes: it was taken away, or there was nothing to hide.
        const found =
          await sql`select 1 from ${sql.table(table)} where length(${sql.ref(column)}) > 0 limit 1`.execute(
            database,
          )
        if (found.rows.length > 0) return true
      }
      return false
    },
  }
}
