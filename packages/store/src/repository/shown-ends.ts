import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { statement } from './statement.ts'

/** Where the branches of a conversation ended when they were on show: whoever comes back finds them so. */
export interface ShownEnds {
  /** The branch that ends with this turn is on show now. */
  readonly put: (end: {
    readonly workspaceId: string
    readonly conversationId: string
    readonly turnId: string
  }) => Statement
  /** By turn; the higher, the later. */
  readonly list: (workspaceId: string, conversationId: string) => Promise<ReadonlyMap<string, number>>
}

export function shownEnds(database: Kysely<Schema>): ShownEnds {
  return {
    put: ({ workspaceId, conversationId, turnId }) => {
      const query = sql`
        insert into shown_ends (workspace_id, conversation_id, turn_id, shown)
        select ${workspaceId}, ${conversationId}, ${turnId}, coalesce(max(shown), 0) + 1 from shown_ends
        where workspace_id = ${workspaceId} and conversation_id = ${conversationId}
        on conflict (workspace_id, conversation_id, turn_id) do update set shown = excluded.shown`
      return statement(workspaceId, query.compile(database))
    },
    list: async (workspaceId, conversationId) => {
      const rows = await database
        .selectFrom('shown_ends')
        .select(['turn_id', 'shown'])
        .where('workspace_id', '=', workspaceId)
        .where('conversation_id', '=', conversationId)
        .execute()
      return new Map(rows.map((row) => [row.turn_id, row.shown]))
    },
  }
}
