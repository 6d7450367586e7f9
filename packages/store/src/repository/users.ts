import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { statement } from './statement.ts'

export interface UserRecord {
  readonly id: string
  /** What the user signs in with; no two have the same. */
  readonly name: string
  readonly createdAt: number
  /** Since when nothing is allowed any more. */
  readonly disabledAt: number | undefined
}

export interface Users {
  /** A name that is taken is a conflict. */
  readonly insert: (user: Omit<UserRecord, 'disabledAt'>) => Statement
  /** A conflict for one who is disabled, or not there. */
  readonly disable: (id: string, at: number) => Statement
  readonly get: (id: string) => Promise<UserRecord | undefined>
  readonly byName: (name: string) => Promise<UserRecord | undefined>
}

/** People are in no workspace: their own writes follow each other as those of one would. */
const NO_WORKSPACE = ''

export function users(database: Kysely<Schema>): Users {
  const all = database.selectFrom('users').selectAll()
  return {
    insert: ({ id, name, createdAt }) =>
      statement(
        NO_WORKSPACE,
        database.insertInto('users').values({ id, name, created_at: createdAt, disabled_at: null }).compile(),
      ),
    disable: (id, at) =>
      statement(
        NO_WORKSPACE,
        database
          .updateTable('users')
          .set({ disabled_at: at })
          .where('id', '=', id)
          .where('disabled_at', 'is', null)
          .compile(),
        1,
      ),
    get: async (id) => fromRow(await all.where('id', '=', id).executeTakeFirst()),
    byName: async (name) => fromRow(await all.where('name', '=', name).executeTakeFirst()),
  }
}

function fromRow(row: Schema['users'] | undefined): UserRecord | undefined {
  return (
    row && { id: row.id, name: row.name, createdAt: row.created_at, disabledAt: row.disabled_at ?? undefined }
  )
}
