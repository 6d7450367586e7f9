import type { Schema } from '../schema.ts'
import { parseJson } from './parse-json.ts'

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

/** A side call as it stands in the database. */
export function toSideCallRow(call: SideCallRecord): Schema['side_calls'] {
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
export const SIDE_CALL_SUMMARY = [
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

export function fromSideCallRow(row: Schema['side_calls']): SideCallRecord {
  return { ...toSideCallSummary(row), sealed: row.sealed ?? undefined }
}

export function toSideCallSummary(row: Omit<Schema['side_calls'], 'sealed'>): SideCallSummary {
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
