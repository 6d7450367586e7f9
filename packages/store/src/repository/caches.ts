import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'
import { parseJson } from './parse-json.ts'

export interface WireCachePlace {
  readonly workspaceId: string
  readonly conversationId: string
  readonly modelId: string
}

/** The expected cache of a provider for a chat and model, as JSON. For forecasts only. */
export interface WireCaches {
  readonly put: (place: WireCachePlace, memory: unknown) => Statement
  readonly get: (place: WireCachePlace) => Promise<unknown>
}

export function wireCaches(database: Kysely<Schema>): WireCaches {
  return {
    put: ({ workspaceId, conversationId, modelId }, memory) => {
      const json = JSON.stringify(memory)
      return statement(
        workspaceId,
        database
          .insertInto('wire_caches')
          .values({
            workspace_id: workspaceId,
            conversation_id: conversationId,
            model_id: modelId,
            memory: json,
          })
          .onConflict((conflict) =>
            conflict.columns(['workspace_id', 'conversation_id', 'model_id']).doUpdateSet({ memory: json }),
          )
          .compile(),
      )
    },
    get: async ({ workspaceId, conversationId, modelId }) => {
      const row = await database
        .selectFrom('wire_caches')
        .select('memory')
        .where('workspace_id', '=', workspaceId)
        .where('conversation_id', '=', conversationId)
        .where('model_id', '=', modelId)
        .executeTakeFirst()
      return row && parseJson(row.memory, `the cache of ${modelId} in chat ${conversationId}`)
    },
  }
}

/** An explicit cache object at a provider. */
export interface CacheObject {
  readonly workspaceId: string
  readonly conversationId: string
  readonly modelId: string
  /** As the provider names it. */
  readonly name: string
  /** Names what it holds. */
  readonly key: string
  readonly blocks: number
  readonly tokens: number
  /** Milliseconds. */
  readonly expiresAt: number
}

export interface CacheObjects {
  readonly put: (object: CacheObject) => Statement
  readonly remove: (object: Omit<CacheObject, 'key' | 'blocks' | 'tokens' | 'expiresAt'>) => Statement
  /** Also of a chat that is in the trash. */
  readonly list: (workspaceId: string, conversationId: string) => Promise<readonly CacheObject[]>
}

export function cacheObjects(database: Kysely<Schema>): CacheObjects {
  return {
    put: ({ workspaceId, conversationId, modelId, name, key, blocks, tokens, expiresAt }) => {
      const place = { workspace_id: workspaceId, conversation_id: conversationId, model_id: modelId, name }
      const changing = { key, blocks, tokens, expires_at: expiresAt }
      return statement(
        workspaceId,
        database
          .insertInto('cache_objects')
          .values({ ...place, ...changing })
          .onConflict((conflict) =>
            conflict.columns(['workspace_id', 'conversation_id', 'model_id', 'name']).doUpdateSet(changing),
          )
          .compile(),
      )
    },
    remove: ({ workspaceId, conversationId, modelId, name }) =>
      statement(
        workspaceId,
        database
          .deleteFrom('cache_objects')
          .where('workspace_id', '=', workspaceId)
          .where('conversation_id', '=', conversationId)
          .where('model_id', '=', modelId)
          .where('name', '=', name)
          .compile(),
      ),
    list: async (workspaceId, conversationId) => {
      const rows = await database
        .selectFrom('cache_objects')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('conversation_id', '=', conversationId)
        .orderBy('model_id')
        .orderBy('name')
        .execute()
      return rows.map((row) => ({
        workspaceId: row.workspace_id,
        conversationId: row.conversation_id,
        modelId: row.model_id,
        name: row.name,
        key: row.key,
        blocks: row.blocks,
        tokens: row.tokens,
        expiresAt: row.expires_at,
      }))
    },
  }
}
