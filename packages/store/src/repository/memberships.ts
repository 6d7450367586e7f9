import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { statement } from './statement.ts'
import type { MembershipRecord } from './membership-record.ts'

/** Who may do what in a workspace. */
export interface Memberships {
  /** A second one of the same user takes the place of the first. */
  readonly put: (membership: MembershipRecord) => Statement
  readonly remove: (place: Pick<MembershipRecord, 'workspaceId' | 'userId'>) => Statement
  readonly get: (
    place: Pick<MembershipRecord, 'workspaceId' | 'userId'>,
  ) => Promise<MembershipRecord | undefined>
  readonly ofWorkspace: (workspaceId: string) => Promise<readonly MembershipRecord[]>
  readonly ofUser: (userId: string) => Promise<readonly MembershipRecord[]>
}

export function memberships(database: Kysely<Schema>): Memberships {
  const all = database.selectFrom('memberships').selectAll()
  return {
    put: ({ workspaceId, userId, role, at }) =>
      statement(
        workspaceId,
        database
          .insertInto('memberships')
          .values({ workspace_id: workspaceId, user_id: userId, role, at })
          .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ role, at }))
          .compile(),
      ),
    remove: ({ workspaceId, userId }) =>
      statement(
        workspaceId,
        database
          .deleteFrom('memberships')
          .where('workspace_id', '=', workspaceId)
          .where('user_id', '=', userId)
          .compile(),
      ),
    get: async ({ workspaceId, userId }) => {
      const row = await all
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    ofWorkspace: async (workspaceId) =>
      (await all.where('workspace_id', '=', workspaceId).orderBy('user_id').execute()).map(fromRow),
    ofUser: async (userId) =>
      (await all.where('user_id', '=', userId).orderBy('workspace_id').execute()).map(fromRow),
  }
}

function fromRow(row: Schema['memberships']): MembershipRecord {
  return { workspaceId: row.workspace_id, userId: row.user_id, role: row.role, at: row.at }
}
