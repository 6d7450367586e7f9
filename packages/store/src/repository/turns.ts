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
  /** What the user named as context, as it was named. */
  readonly attach: readonly unknown[]
}

export interface Turns {
  /**
   * Adds a turn at the end of a conversation. A conflict when the conversation is gone, still waits for
   * an answer, or has another last turn than the one that this was planned after: two tabs cannot
   * write past each other.
   */
  readonly append: (turn: TurnRecord) => Statement
  /** The number of the last turn; 0 before the first. */
  readonly lastNumber: (workspaceId: string, conversationId: string) => Promise<number>
  readonly byNumber: (place: {
    readonly workspaceId: string
    readonly conversationId: string
    readonly number: number
  }) => Promise<TurnRecord | undefined>
  readonly get: (place: {
    readonly workspaceId: string
    readonly id: string
  }) => Promise<TurnRecord | undefined>
  readonly list: (workspaceId: string, conversationId: string) => Promise<readonly TurnRecord[]>
}

export function turns(database: Kysely<Schema>): Turns {
  const all = database.selectFrom('turns').selectAll()
  const inConversation = (workspaceId: string, conversationId: string) =>
    all.where('workspace_id', '=', workspaceId).where('conversation_id', '=', conversationId)
  return {
    append: (turn) => statement(turn.workspaceId, appendQuery(turn).compile(database), 1),
    lastNumber: async (workspaceId, conversationId) => {
      const row = await inConversation(workspaceId, conversationId)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.number ?? 0
    },
    byNumber: async ({ workspaceId, conversationId, number }) => {
      const row = await inConversation(workspaceId, conversationId)
        .where('number', '=', number)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    get: async ({ workspaceId, id }) => {
      const row = await all.where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    list: async (workspaceId, conversationId) =>
      (await inConversation(workspaceId, conversationId).orderBy('number').execute()).map(fromRow),
  }
}

function appendQuery({ workspaceId, conversationId, id, number, at, text, attach }: TurnRecord) {
  const same = sql`workspace_id = ${workspaceId} and conversation_id = ${conversationId}`
  return sql`
    insert into turns (workspace_id, conversation_id, id, number, at, text, attach)
    select workspace_id, id, ${id}, ${number}, ${at}, ${text}, ${JSON.stringify(attach)}
    from conversations
    where workspace_id = ${workspaceId} and id = ${conversationId} and trashed_at is null
      and (select coalesce(max(number), 0) from turns where ${same}) = ${number - 1}
      and not exists (select 1 from answers where ${same} and status = 'streaming')`
}

function fromRow(row: Schema['turns']): TurnRecord {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    conversationId: row.conversation_id,
    number: row.number,
    at: row.at,
    text: row.text,
    attach: parseJson(row.attach, `turn ${row.id}`) as readonly unknown[],
  }
}
