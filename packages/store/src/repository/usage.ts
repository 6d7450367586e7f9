import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'

export interface UsageTokens {
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly output: number
}

/** One call of a model. */
export interface UsageRecord extends UsageTokens {
  readonly workspaceId: string
  readonly id: string
  readonly at: number
  readonly userId: string | undefined
  readonly conversationId: string | undefined
  readonly modelId: string
  /** Kept to the billionth. */
  readonly costUSD: number
}

export interface UsageSum extends UsageTokens {
  readonly modelId: string
  readonly calls: number
  readonly costUSD: number
}

export interface Usage {
  /** A call is counted once: the same id again is a conflict. */
  readonly insert: (call: UsageRecord) => Statement
  readonly get: (place: {
    readonly workspaceId: string
    readonly id: string
  }) => Promise<UsageRecord | undefined>
  /** By model, over calls at `from` or later and before `until`. */
  readonly sums: (
    workspaceId: string,
    span: { readonly from: number; readonly until: number },
  ) => Promise<readonly UsageSum[]>
}

const NANO = 1e9

export function usage(database: Kysely<Schema>): Usage {
  const sum = (column: keyof UsageTokens | 'cost_nano') =>
    sql<number>`cast(sum(${sql.ref(column)}) as bigint)`
  return {
    insert: (call) => statement(call.workspaceId, database.insertInto('usage').values(toRow(call)).compile()),
    get: async ({ workspaceId, id }) => {
      const row = await database
        .selectFrom('usage')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    sums: async (workspaceId, { from, until }) => {
      const rows = await database
        .selectFrom('usage')
        .select(['model_id as modelId', sql<number>`count(*)`.as('calls'), sum('cost_nano').as('nano')])
        .select([sum('input').as('input'), sum('cached').as('cached')])
        .select([sum('written').as('written'), sum('output').as('output')])
        .where('workspace_id', '=', workspaceId)
        .where('at', '>=', from)
        .where('at', '<', until)
        .groupBy('model_id')
        .orderBy('model_id')
        .execute()
      return rows.map(({ nano, ...row }) => ({ ...row, costUSD: nano / NANO }))
    },
  }
}

function toRow({
  workspaceId,
  userId,
  conversationId,
  modelId,
  costUSD,
  ...call
}: UsageRecord): Schema['usage'] {
  return {
    workspace_id: workspaceId,
    id: call.id,
    at: call.at,
    user_id: userId ?? null,
    conversation_id: conversationId ?? null,
    model_id: modelId,
    input: call.input,
    cached: call.cached,
    written: call.written,
    output: call.output,
    cost_nano: Math.round(costUSD * NANO),
  }
}

function fromRow(row: Schema['usage']): UsageRecord {
  const { input, cached, written, output } = row
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    at: row.at,
    userId: row.user_id ?? undefined,
    conversationId: row.conversation_id ?? undefined,
    modelId: row.model_id,
    input,
    cached,
    written,
    output,
    costUSD: row.cost_nano / NANO,
  }
}
