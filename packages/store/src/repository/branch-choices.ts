import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'
import { inChunks } from './parse-json.ts'

/** Which answer a user picked to continue with, where a question has several. */
export interface Choices {
  readonly put: (choice: {
    readonly workspaceId: string
    readonly turnId: string
    readonly answerId: string
  }) => Statement
  /** Answer by turn. */
  readonly ofTurns: (workspaceId: string, turnIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

export function choices(database: Kysely<Schema>): Choices {
  return {
    put: ({ workspaceId, turnId, answerId }) =>
      statement(
        workspaceId,
        database
          .insertInto('choices')
          .values({ workspace_id: workspaceId, turn_id: turnId, answer_id: answerId })
          .onConflict((conflict) =>
            conflict.columns(['workspace_id', 'turn_id']).doUpdateSet({ answer_id: answerId }),
          )
          .compile(),
      ),
    ofTurns: async (workspaceId, turnIds) => {
      const found = new Map<string, string>()
      for (const chunk of inChunks(turnIds)) {
        const rows = await database
          .selectFrom('choices')
          .select(['turn_id', 'answer_id'])
          .where('workspace_id', '=', workspaceId)
          .where('turn_id', 'in', chunk)
          .execute()
        for (const row of rows) found.set(row.turn_id, row.answer_id)
      }
      return found
    },
  }
}

/** Where the branches of a conversation ended when they were on show: anyone who comes back finds them so. */
export interface BranchLeaves {
  /** The branch that ends with this turn is on show now. */
  readonly put: (end: {
    readonly workspaceId: string
    readonly conversationId: string
    readonly turnId: string
  }) => Statement
  /** By turn; the higher, the later. */
  readonly list: (workspaceId: string, conversationId: string) => Promise<ReadonlyMap<string, number>>
}

export function branchLeaves(database: Kysely<Schema>): BranchLeaves {
  return {
    put: ({ workspaceId, conversationId, turnId }) => {
      const query = sql`
        insert into viewed_leaves (workspace_id, conversation_id, turn_id, viewed)
        select ${workspaceId}, ${conversationId}, ${turnId}, coalesce(max(viewed), 0) + 1 from viewed_leaves
        where workspace_id = ${workspaceId} and conversation_id = ${conversationId}
        on conflict (workspace_id, conversation_id, turn_id) do update set viewed = excluded.viewed`
      return statement(workspaceId, query.compile(database))
    },
    list: async (workspaceId, conversationId) => {
      const rows = await database
        .selectFrom('viewed_leaves')
        .select(['turn_id', 'viewed'])
        .where('workspace_id', '=', workspaceId)
        .where('conversation_id', '=', conversationId)
        .execute()
      return new Map(rows.map((row) => [row.turn_id, row.viewed]))
    },
  }
}
