import type { Expression, SqlBool } from 'kysely'

/** Who writes the answers of this program, and which of the others has gone. */
export interface AnswerOwner {
  /** Null where no other program can write. */
  readonly id: number | null
  readonly isGone: Expression<SqlBool>
}
