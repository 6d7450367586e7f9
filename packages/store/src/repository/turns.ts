import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { parseJson } from './parse-json.ts'
import { statement } from './statement.ts'

export interface TurnRecord {
  readonly workspaceId: string
  readonly id: string
  readonly conversationId: string
  /** Place in the conversation, counted from 1. */
  readonly number: number
  readonly at: number
  readonly text: string
  /** Paths attached by the user. */
  readonly attach: readonly string[]
}

export interface Turns {
  /**
   * Adds a turn at the end of a conversation. A conflict when the conversation is gone or still waits
   * for an answer, so that two tabs cannot answer past each other.
   */
  readonly append: (turn: Omit<TurnRecord, 'number'>) => Statement
  readonly get: (place: {
    readonly workspaceId: string
    readonly id: string
  }) => Promise<TurnRecord | undefined>
  readonly list: (workspaceId: string, conversationId: string) => Promise<readonly TurnRecord[]>
}

export function turns(database: Kysely<Schema>): Turns {
  const all = database.selectFrom('turns').selectAll()
  return {
    append: (turn) => statement(appendQuery(turn).compile(database), 1),
    get: async ({ workspaceId, id }) => {
      const row = await all.where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    list: async (workspaceId, conversationId) => {
      const rows = await all
        .where('workspace_id', '=', workspaceId)
        .where('conversation_id', '=', conversationId)
        .orderBy('number')
        .execute()
      return rows.map(fromRow)
    },
  }
}

function appendQuery(turn: Omit<TurnRecord, 'number'>) {
  const { workspaceId, conversationId, id, at, text } = turn
  return sql`
    insert into turns (workspace_id, conversation_id, id, number, at, text, attach)
    select workspace_id, id, ${id},
      (select coalesce(max(number), 0) + 1 from turns where workspace_id = ${workspaceId} and conversation_id = ${conversationId}),
      ${at}, ${text}, ${JSON.stringify(turn.attach)}
    from conversations
    where workspace_id = ${workspaceId} and id = ${conversationId} and trashed_at is null
      and not exists (
        select 1 from answers
        where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and status = 'streaming'
      )`
}

function fromRow(row: Schema['turns']): TurnRecord {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    conversationId: row.conversation_id,
    number: row.number,
    at: row.at,
    text: row.text,
    attach: parseJson(row.attach, `turn ${row.id}`) as readonly string[],
  }
}
