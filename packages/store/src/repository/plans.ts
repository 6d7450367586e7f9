import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { parseJson } from './parse-json.ts'
import { statement } from './statement.ts'

export interface PlanPlace {
  readonly workspaceId: string
  readonly turnId: string
  readonly modelId: string
}

/** What was sent, as it was recorded then: an inspection is a record, not a guess made later. */
export interface Plans {
  readonly put: (plan: PlanPlace & { readonly root: unknown }) => Statement
  readonly get: (place: PlanPlace) => Promise<unknown>
  /** By turn, for one model each; a turn that was never sent has none. */
  readonly list: (workspaceId: string, conversationId: string) => Promise<ReadonlyMap<string, unknown>>
}

export function plans(database: Kysely<Schema>): Plans {
  return {
    put: ({ workspaceId, turnId, modelId, root }) => {
      const values = {
        workspace_id: workspaceId,
        turn_id: turnId,
        model_id: modelId,
        root: JSON.stringify(root),
      }
      return statement(database.insertInto('plans').values(values).compile())
    },
    get: async ({ workspaceId, turnId, modelId }) => {
      const row = await database
        .selectFrom('plans')
        .select('root')
        .where('workspace_id', '=', workspaceId)
        .where('turn_id', '=', turnId)
        .where('model_id', '=', modelId)
        .executeTakeFirst()
      return row && parseJson(row.root, `the plan of turn ${turnId}`)
    },
    list: async (workspaceId, conversationId) => {
      const rows = await database
        .selectFrom('plans')
        .innerJoin('turns', (join) =>
          join.onRef('turns.workspace_id', '=', 'plans.workspace_id').onRef('turns.id', '=', 'plans.turn_id'),
        )
        .select(['plans.turn_id', 'plans.root'])
        .where('turns.workspace_id', '=', workspaceId)
        .where('turns.conversation_id', '=', conversationId)
        .execute()
      return new Map(rows.map((row) => [row.turn_id, parseJson(row.root, `the plan of turn ${row.turn_id}`)]))
    },
  }
}
