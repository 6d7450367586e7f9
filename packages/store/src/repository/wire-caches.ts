import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { parseJson } from './parse-json.ts'
import { statement } from './statement.ts'

export interface WireCachePlace {
  readonly workspaceId: string
  readonly conversationId: string
  readonly modelId: string
}

/** What a provider is expected to hold of a chat for one model, as JSON. It serves forecasts only. */
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
