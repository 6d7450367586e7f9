import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { statement } from './statement.ts'

export interface ForgetPlace {
  readonly workspaceId: string
  readonly conversationId: string
  readonly key: string
}

/** Keys that the next turn of a conversation will forget; until then the user can undo it. */
export interface Forgets {
  readonly add: (place: ForgetPlace) => Statement
  readonly remove: (place: ForgetPlace) => Statement
  /** In code-unit order. */
  readonly list: (workspaceId: string, conversationId: string) => Promise<readonly string[]>
}

export function forgets(database: Kysely<Schema>): Forgets {
  return {
    add: ({ workspaceId, conversationId, key }) =>
      statement(
        workspaceId,
        database
          .insertInto('forgets')
          .values({ workspace_id: workspaceId, conversation_id: conversationId, key })
          .onConflict((conflict) => conflict.doNothing())
          .compile(),
      ),
    remove: ({ workspaceId, conversationId, key }) =>
      statement(
        workspaceId,
        database
          .deleteFrom('forgets')
          .where('workspace_id', '=', workspaceId)
          .where('conversation_id', '=', conversationId)
          .where('key', '=', key)
          .compile(),
      ),
    list: async (workspaceId, conversationId) => {
      const rows = await database
        .selectFrom('forgets')
        .select('key')
        .where('workspace_id', '=', workspaceId)
        .where('conversation_id', '=', conversationId)
        .orderBy('key')
        .execute()
      return rows.map((row) => row.key)
    },
  }
}
