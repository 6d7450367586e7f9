import type { CompiledQuery } from 'kysely'
import type { SqlValue, Statement } from '../writer/writer-protocol.ts'

/** A compiled query as a write in one workspace. `changes` is how many rows it must touch, where that is certain. */
export function statement(workspaceId: string, query: CompiledQuery, changes?: number): Statement {
  const parameters = query.parameters as readonly SqlValue[]
  return { workspaceId, sql: query.sql, parameters, ...(changes === undefined ? {} : { changes }) }
}
