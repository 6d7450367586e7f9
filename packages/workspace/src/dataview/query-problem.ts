export interface Place {
  readonly line: number
  readonly column: number
}

/** Why a query, or one row of it, gives nothing. It never leaves `runDataview`, which tells it in the block. */
export class QueryProblem extends Error {
  override readonly name = 'QueryProblem'
  readonly kind: 'syntax' | 'unsupported' | 'value'
  /** Where in the query, as an offset in UTF-16 code units. */
  readonly at: number

  constructor(kind: QueryProblem['kind'], at: number, message: string) {
    super(message)
    this.kind = kind
    this.at = at
  }
}

/** Line and column, both from 1. */
export function placeOf(query: string, at: number): Place {
  const before = query.slice(0, at)
  const line = before.split('\n').length
  return { line, column: at - before.lastIndexOf('\n') }
}
