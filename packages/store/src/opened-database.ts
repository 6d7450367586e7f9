import type { Kysely } from 'kysely'
import type { AnswerOwner } from './repository/answer-record.ts'
import type { Schema } from './schema.ts'
import type { Batch } from './statement.ts'

/** The capabilities that repositories need of a database. */
export interface OpenedDatabase {
  /** Reads, and makes statements in the words of this database. */
  readonly database: Kysely<Schema>
  /** Why nothing can be written, where that is so. */
  readonly readOnly: string | undefined
  readonly owner: AnswerOwner
  /** Resolves when all of it is kept; rejects when nothing of it is. In order of the calls in a workspace. */
  readonly commit: (batch: Batch) => Promise<void>
  /** Does something that only one program on this database may do at a time; undefined while another does it. */
  readonly withLease: <Result>(name: string, work: () => Promise<Result>) => Promise<Result | undefined>
  /** Waits for what was accepted. */
  readonly close: () => Promise<void>
}
