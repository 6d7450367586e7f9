import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'

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

export interface WishPlace {
  readonly workspaceId: string
  readonly conversationId: string
  /** Its subject; empty for the whole chat. */
  readonly key: string
}

export interface PendingOption {
  readonly key: string
  readonly wish: string
}

/** Options for the next turn of a conversation; can be reverted until it is sent. One per key. */
export interface PendingOptions {
  readonly put: (place: WishPlace, wish: string) => Statement
  readonly remove: (place: WishPlace) => Statement
  /** In code-unit order of their keys. */
  readonly list: (workspaceId: string, conversationId: string) => Promise<readonly PendingOption[]>
  /** All that waits for the next turn: these, and the keys that it will forget, both in code-unit order. */
  readonly waiting: (workspaceId: string, conversationId: string) => Promise<Waiting>
}

export interface Waiting {
  readonly pendingOptions: readonly PendingOption[]
  readonly forgets: readonly string[]
}

export function pendingOptions(database: Kysely<Schema>): PendingOptions {
  return {
    put: ({ workspaceId, conversationId, key }, wish) =>
      statement(
        workspaceId,
        database
          .insertInto('next_turn_options')
          .values({ workspace_id: workspaceId, conversation_id: conversationId, key, value: wish })
          .onConflict((conflict) =>
            conflict.columns(['workspace_id', 'conversation_id', 'key']).doUpdateSet({ value: wish }),
          )
          .compile(),
      ),
    remove: ({ workspaceId, conversationId, key }) =>
      statement(
        workspaceId,
        database
          .deleteFrom('next_turn_options')
          .where('workspace_id', '=', workspaceId)
          .where('conversation_id', '=', conversationId)
          .where('key', '=', key)
          .compile(),
      ),
    list: (workspaceId, conversationId) =>
      database
        .selectFrom('next_turn_options')
        .select(['key', 'value as wish'])
        .where('workspace_id', '=', workspaceId)
        .where('conversation_id', '=', conversationId)
        .orderBy('key')
        .execute(),
    waiting: async (workspaceId, conversationId) => {
      const rows = await database
        .selectFrom('next_turn_options')
        .select(['key', sql<string | null>`value`.as('wish')])
        .where('workspace_id', '=', workspaceId)
        .where('conversation_id', '=', conversationId)
        .unionAll((union) =>
          union
            .selectFrom('forgets')
            .select(['key', sql<string | null>`null`.as('wish')])
            .where('workspace_id', '=', workspaceId)
            .where('conversation_id', '=', conversationId),
        )
        .orderBy('key')
        .execute()
      return {
        pendingOptions: rows.flatMap(({ key, wish }) => (wish === null ? [] : [{ key, wish }])),
        forgets: rows.flatMap(({ key, wish }) => (wish === null ? [key] : [])),
      }
    },
  }
}
