import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { statement } from './statement.ts'

export interface WishPlace {
  readonly workspaceId: string
  readonly conversationId: string
  /** What it is about; empty for all of the chat. */
  readonly key: string
}

export interface WishRecord {
  readonly key: string
  readonly wish: string
}

/** What the next turn of a conversation is to do; until it is sent this can be taken back. One for each key. */
export interface Wishes {
  readonly put: (place: WishPlace, wish: string) => Statement
  readonly remove: (place: WishPlace) => Statement
  /** In code-unit order of their keys. */
  readonly list: (workspaceId: string, conversationId: string) => Promise<readonly WishRecord[]>
}

export function wishes(database: Kysely<Schema>): Wishes {
  return {
    put: ({ workspaceId, conversationId, key }, wish) =>
      statement(
        workspaceId,
        database
          .insertInto('wishes')
          .values({ workspace_id: workspaceId, conversation_id: conversationId, key, wish })
          .onConflict((conflict) =>
            conflict.columns(['workspace_id', 'conversation_id', 'key']).doUpdateSet({ wish }),
          )
          .compile(),
      ),
    remove: ({ workspaceId, conversationId, key }) =>
      statement(
        workspaceId,
        database
          .deleteFrom('wishes')
          .where('workspace_id', '=', workspaceId)
          .where('conversation_id', '=', conversationId)
          .where('key', '=', key)
          .compile(),
      ),
    list: (workspaceId, conversationId) =>
      database
        .selectFrom('wishes')
        .select(['key', 'wish'])
        .where('workspace_id', '=', workspaceId)
        .where('conversation_id', '=', conversationId)
        .orderBy('key')
        .execute(),
  }
}
