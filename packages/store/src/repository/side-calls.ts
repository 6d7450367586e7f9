import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { type Statement, statement } from '../statement.ts'
import { inChunks, parseJson } from './parse-json.ts'
import type { MeasuredSpan } from './measured-calls.ts'

/** One synchronous read on the main thread: keep it small. */
const PAGE = 500

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
  /** For these turns, oldest first, without their texts. */
  readonly ofTurns: (
    chat: ChatOfCalls & { readonly turnIds: readonly string[] },
  ) => Promise<readonly SideCallSummary[]>
  /** In a span of time, in pages, without their texts; in no particular order. */
  readonly measured: (span: MeasuredSpan) => AsyncIterable<readonly SideCallSummary[]>
  /** Replaces the sealed text of one call. */
  readonly reseal: (call: {
    readonly workspaceId: string
    readonly id: string
    readonly sealed: Uint8Array
  }) => Statement
  /** Deletes the text; the call and its cost stay. */
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
      statement(call.workspaceId, database.insertInto('side_calls').values(toSideCallRow(call)).compile()),
    ofChat: async (chat) => (await inChat(chat).execute()).map(fromSideCallRow),
    newest: async ({ purpose, turnIds, ...chat }) => {
      if (turnIds.length === 0) return []
      const rows = await inChat(chat)
        .where('purpose', '=', purpose)
        .where('error', 'is', null)
        .where('turn_id', 'in', turnIds)
        .execute()
      return [...new Map(rows.map((row) => [row.turn_id, fromSideCallRow(row)])).values()]
    },
    get: async ({ workspaceId, id }) => {
      const row = await database
        .selectFrom('side_calls')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && fromSideCallRow(row)
    },
    ofTurns: async ({ workspaceId, conversationId, turnIds }) => {
      const found: SideCallSummary[] = []
      for (const chunk of inChunks(turnIds)) {
        const rows = await database
          .selectFrom('side_calls')
          .select(SIDE_CALL_SUMMARY)
          .where('workspace_id', '=', workspaceId)
          .where('conversation_id', '=', conversationId)
          .where('turn_id', 'in', chunk)
          .orderBy('at')
          .orderBy('id')
          .execute()
        found.push(...rows.map(toSideCallSummary))
      }
      return found
    },
    measured: (span) => measuredSideCalls(database, span),
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

/**
 * The calls beside answers in a span of time, in pages; in no order that means anything. By the primary key, so that
 * no page reads what another one read.
 */
async function* measuredSideCalls(
  database: Kysely<Schema>,
  { workspaceId, conversationId, from, until }: MeasuredSpan,
): AsyncGenerator<readonly SideCallSummary[]> {
  const within = database
    .selectFrom('side_calls')
    .select(SIDE_CALL_SUMMARY)
    .where('workspace_id', '=', workspaceId)
    .where('at', '>=', from)
    .where('at', '<', until)
    .orderBy('id')
    .limit(PAGE)
  const rows = conversationId === undefined ? within : within.where('conversation_id', '=', conversationId)
  for (let after = ''; ; ) {
    const page = await rows.where('id', '>', after).execute()
    yield page.map(toSideCallSummary)
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.id
  }
}

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
  /** Tokens and cost; undefined if the call failed before reporting any. */
  readonly usage: unknown
  /** Request and response, readable by the app only. Undefined if they were deleted or could not be sealed. */
  readonly sealed: Uint8Array | undefined
}

export type SideCallSummary = Omit<SideCallRecord, 'sealed'>

/** A side call as it is in the database. */
function toSideCallRow(call: SideCallRecord): Schema['side_calls'] {
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

/** Everything but the text. */
const SIDE_CALL_SUMMARY = [
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

function fromSideCallRow(row: Schema['side_calls']): SideCallRecord {
  return { ...toSideCallSummary(row), sealed: row.sealed ?? undefined }
}

function toSideCallSummary(row: Omit<Schema['side_calls'], 'sealed'>): SideCallSummary {
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
