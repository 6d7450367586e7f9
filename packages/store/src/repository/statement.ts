import type { CompiledQuery } from 'kysely'
import type { SqlValue, Statement } from '../writer/writer-protocol.ts'

/** A compiled query as a write. `changes` is how many rows it must touch, where that is certain. */
export function statement(query: CompiledQuery, changes?: number): Statement {
  const parameters = query.parameters as readonly SqlValue[]
  return { sql: query.sql, parameters, ...(changes === undefined ? {} : { changes }) }
}
