import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Statement } from '../writer/writer-protocol.ts'
import { inChunks } from './in-chunks.ts'
import { parseJson } from './parse-json.ts'
import { statement } from './statement.ts'

/** A call of a model beside the answers of a chat. */
export interface SideCallRecord {
  readonly workspaceId: string
  readonly id: string
  readonly conversationId: string
  /** The turn that it was made for, where there is one. */
  readonly turnId: string | undefined
  readonly purpose: string
  readonly modelId: string
  readonly modelName: string
  readonly at: number
  readonly milliseconds: number
  /** Why nothing came of it; undefined where something did. */
  readonly error: string | undefined
  readonly requestHash: string
  /** Tokens and cost; undefined where the call failed before any were told. */
  readonly usage: unknown
  /** What was sent and what came back: only the app can read it. Undefined once it was deleted, and where it could not be sealed. */
  readonly sealed: Uint8Array | undefined
}

export type SideCallSummary = Omit<SideCallRecord, 'sealed'>

export interface ChatOfCalls {
  readonly workspaceId: string
  readonly conversationId: string
}

export interface SideCalls {
  readonly insert: (call: SideCallRecord) => Statement
  /** Of a chat, oldest first. */
  readonly ofChat: (chat: ChatOfCalls) => Promise<readonly SideCallRecord[]>
  /** The newest of a purpose for each of these turns. */
  readonly newest: (
    chat: ChatOfCalls & { readonly purpose: string; readonly turnIds: readonly string[] },
  ) => Promise<readonly SideCallRecord[]>
  readonly get: (call: {
    readonly workspaceId: string
    readonly id: string
  }) => Promise<SideCallRecord | undefined>
  /** For these turns, oldest first, without what was said. */
  readonly ofTurns: (
    chat: ChatOfCalls & { readonly turnIds: readonly string[] },
  ) => Promise<readonly SideCallSummary[]>
  /** Puts other bytes in place of what was said in one call. */
  readonly reseal: (call: {
    readonly workspaceId: string
    readonly id: string
    readonly sealed: Uint8Array
  }) => Statement
  /** Takes away what was said; that there was a call and what it cost stays. */
  readonly empty: (chat: ChatOfCalls) => Statement
}

export function sideCalls(database: Kysely<Schema>): SideCalls {
  const inChat = ({ workspaceId, conversationId }: ChatOfCalls) =>
    database
      .selectFrom('side_calls')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('conversation_id', '=', conversationId)
      .orderBy('at')
      .orderBy('id')
  return {
    insert: (call) =>
      statement(call.workspaceId, database.insertInto('side_calls').values(toRow(call)).compile()),
    ofChat: async (chat) => (await inChat(chat).execute()).map(fromRow),
    newest: async ({ purpose, turnIds, ...chat }) => {
      if (turnIds.length === 0) return []
      const rows = await inChat(chat)
        .where('purpose', '=', purpose)
        .where('error', 'is', null)
        .where('turn_id', 'in', turnIds)
        .execute()
      return [...new Map(rows.map((row) => [row.turn_id, fromRow(row)])).values()]
    },
    get: async ({ workspaceId, id }) => {
      const row = await database
        .selectFrom('side_calls')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    ofTurns: async ({ workspaceId, conversationId, turnIds }) => {
      const found: SideCallSummary[] = []
      for (const chunk of inChunks(turnIds)) {
        const rows = await database
          .selectFrom('side_calls')
          .select(SUMMARY)
          .where('workspace_id', '=', workspaceId)
          .where('conversation_id', '=', conversationId)
          .where('turn_id', 'in', chunk)
          .orderBy('at')
          .orderBy('id')
          .execute()
        found.push(...rows.map(toSummary))
      }
      return found
    },
    reseal: ({ workspaceId, id, sealed }) =>
      statement(
        workspaceId,
        database
          .updateTable('side_calls')
          .set({ sealed })
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .compile(),
        1,
      ),
    empty: ({ workspaceId, conversationId }) =>
      statement(
        workspaceId,
        database
          .updateTable('side_calls')
          .set({ sealed: null })
          .where('workspace_id', '=', workspaceId)
          .where('conversation_id', '=', conversationId)
          .compile(),
      ),
  }
}

function toRow(call: SideCallRecord): Schema['side_calls'] {
  return {
    workspace_id: call.workspaceId,
    id: call.id,
    conversation_id: call.conversationId,
    turn_id: call.turnId ?? null,
    purpose: call.purpose,
    model_id: call.modelId,
    model_name: call.modelName,
    at: call.at,
    milliseconds: Math.round(call.milliseconds),
    error: call.error ?? null,
    request_hash: call.requestHash,
    usage: call.usage === undefined ? null : JSON.stringify(call.usage),
    sealed: call.sealed ?? null,
  }
}

/** All but what was said. */
const SUMMARY = [
  'workspace_id',
  'id',
  'conversation_id',
  'turn_id',
  'purpose',
  'model_id',
  'model_name',
  'at',
  'milliseconds',
  'error',
  'request_hash',
  'usage',
] as const

function fromRow(row: Schema['side_calls']): SideCallRecord {
  return { ...toSummary(row), sealed: row.sealed ?? undefined }
}

function toSummary(row: Omit<Schema['side_calls'], 'sealed'>): SideCallSummary {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    conversationId: row.conversation_id,
    turnId: row.turn_id ?? undefined,
    purpose: row.purpose,
    modelId: row.model_id,
    modelName: row.model_name,
    at: row.at,
    milliseconds: row.milliseconds,
    error: row.error ?? undefined,
    requestHash: row.request_hash,
    usage: row.usage === null ? undefined : parseJson(row.usage, `side call ${row.id}`),
  }
}
