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
  /** `summary` is what a list of turns shows; `root` is the whole, packed. */
  readonly put: (plan: PlanPlace & { readonly summary: unknown; readonly root: unknown }) => Statement
  /** Where a request had to be sent in another form than was planned. */
  readonly correct: (plan: PlanPlace & { readonly summary: unknown; readonly root: unknown }) => Statement
  readonly get: (place: PlanPlace) => Promise<unknown>
  readonly summary: (place: PlanPlace) => Promise<unknown>
  /** Of the latest turn that went to a model. */
  readonly lastSummary: (place: {
    readonly workspaceId: string
    readonly conversationId: string
    readonly modelId: string
  }) => Promise<unknown>
  /** By turn and model. */
  readonly summaries: (workspaceId: string, conversationId: string) => Promise<readonly PlanSummary[]>
}

export interface PlanSummary {
  readonly turnId: string
  readonly modelId: string
  readonly summary: unknown
}

export function plans(database: Kysely<Schema>): Plans {
  const one = ({ workspaceId, turnId, modelId }: PlanPlace) =>
    database
      .selectFrom('plans')
      .where('workspace_id', '=', workspaceId)
      .where('turn_id', '=', turnId)
      .where('model_id', '=', modelId)
  const inConversation = (workspaceId: string, conversationId: string) =>
    database
      .selectFrom('plans')
      .innerJoin('turns', (join) =>
        join.onRef('turns.workspace_id', '=', 'plans.workspace_id').onRef('turns.id', '=', 'plans.turn_id'),
      )
      .select(['plans.turn_id', 'plans.model_id', 'plans.summary'])
      .where('turns.workspace_id', '=', workspaceId)
      .where('turns.conversation_id', '=', conversationId)
  return {
    put: ({ workspaceId, turnId, modelId, summary, root }) => {
      const place = { workspace_id: workspaceId, turn_id: turnId, model_id: modelId }
      const json = { summary: JSON.stringify(summary), root: JSON.stringify(root) }
      return statement(
        workspaceId,
        database
          .insertInto('plans')
          .values({ ...place, ...json })
          .compile(),
      )
    },
    correct: ({ workspaceId, turnId, modelId, summary, root }) =>
      statement(
        workspaceId,
        database
          .updateTable('plans')
          .set({ summary: JSON.stringify(summary), root: JSON.stringify(root) })
          .where('workspace_id', '=', workspaceId)
          .where('turn_id', '=', turnId)
          .where('model_id', '=', modelId)
          .compile(),
        1,
      ),
    get: async (place) => {
      const row = await one(place).select('root').executeTakeFirst()
      return row && parseJson(row.root, `the plan of turn ${place.turnId}`)
    },
    summary: async (place) => {
      const row = await one(place).select('summary').executeTakeFirst()
      return row && parseJson(row.summary, `the plan of turn ${place.turnId}`)
    },
    lastSummary: async ({ workspaceId, conversationId, modelId }) => {
      const row = await inConversation(workspaceId, conversationId)
        .where('plans.model_id', '=', modelId)
        .orderBy('turns.number', 'desc')
        .executeTakeFirst()
      return row && parseJson(row.summary, `the plan of turn ${row.turn_id}`)
    },
    summaries: async (workspaceId, conversationId) => {
      const rows = await inConversation(workspaceId, conversationId)
        .orderBy('turns.number')
        .orderBy('plans.model_id')
        .execute()
      return rows.map((row) => ({
        turnId: row.turn_id,
        modelId: row.model_id,
        summary: parseJson(row.summary, `the plan of turn ${row.turn_id}`),
      }))
    },
  }
}
