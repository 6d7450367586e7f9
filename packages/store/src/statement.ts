import type { CompiledQuery } from 'kysely'

export type SqlValue = string | number | bigint | null | Uint8Array

/** One write. Where `changes` is given and other rows are touched, the whole batch is undone as a conflict. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly SqlValue[]
  readonly changes?: number
  /** Where it writes: writes of one workspace happen one after the other, also of several programs. */
  readonly workspaceId?: string
}

/** Statements that happen together or not at all. */
export type Batch = readonly Statement[]

/** A compiled query as a write in one workspace. `changes` is how many rows it must touch, where that is certain. */
export function statement(workspaceId: string, query: CompiledQuery, changes?: number): Statement {
  const parameters = query.parameters as readonly SqlValue[]
  return { workspaceId, sql: query.sql, parameters, ...(changes === undefined ? {} : { changes }) }
}
