import type { AnswerStatus } from './repository/answer-record.ts'

/** The type of a column; `json` is text that must be JSON. */
export type ColumnKind = 'text' | 'json' | 'integer' | 'bytes'

interface Column<Value> {
  readonly kind: ColumnKind
  /** For the compiler alone: what a row has here. */
  readonly value?: Value
}

const text: Column<string> = { kind: 'text' }
const json: Column<string> = { kind: 'json' }
const integer: Column<number> = { kind: 'integer' }
const bytes: Column<Uint8Array> = { kind: 'bytes' }
const oneOf = <Value extends string>(): Column<Value> => ({ kind: 'text' })
const nullable = <Value>({ kind }: Column<Value>): Column<Value | null> => ({ kind })

/** Every table that is moved, after those that it refers to. The search index over chats is built again instead. */
const COLUMNS = {
  workspaces: {
    id: text,
    name: text,
    kind: oneOf<'folder' | 'database'>(),
    root: nullable(text),
    created_at: integer,
  },
  settings: { workspace_id: text, name: text, value: json },
  sealed_keys: { workspace_id: text, provider: text, sealed: bytes, at: integer },
  api_keys: {
    workspace_id: text,
    id: text,
    name: text,
    hash: text,
    hint: text,
    scope: json,
    created_at: integer,
    used_at: nullable(integer),
    revoked_at: nullable(integer),
    spent_nano: integer,
  },
  conversations: {
    workspace_id: text,
    id: text,
    title: text,
    titled_by: oneOf<'default' | 'message' | 'user'>(),
    created_at: integer,
    updated_at: integer,
    activity: integer,
    trashed_at: nullable(integer),
    settings: json,
    head_turn_id: nullable(text),
    pinned_at: nullable(integer),
    archived_at: nullable(integer),
    tags: json,
  },
  turns: {
    workspace_id: text,
    id: text,
    conversation_id: text,
    sequence: integer,
    at: integer,
    text: text,
    attach: json,
    parent_id: nullable(text),
    parent_answer_id: nullable(text),
    number: integer,
    options: json,
  },
  answers: {
    workspace_id: text,
    id: text,
    conversation_id: text,
    turn_id: text,
    model_id: text,
    model_name: text,
    status: oneOf<AnswerStatus>(),
    text: text,
    sources: json,
    usage: nullable(json),
    error: nullable(text),
    started_at: integer,
    ended_at: nullable(integer),
    settings: nullable(json),
    error_code: nullable(text),
    owner: nullable(integer),
    position: integer,
    reasoning: nullable(json),
    received: nullable(text),
    steps: nullable(json),
    stop_asked_at: nullable(integer),
  },
  redactions: { workspace_id: text, turn_id: text, sealed: bytes },
  choices: { workspace_id: text, turn_id: text, answer_id: text },
  viewed_leaves: { workspace_id: text, conversation_id: text, turn_id: text, viewed: integer },
  engine_states: { workspace_id: text, turn_id: text, stage: oneOf<'asked' | 'answered'>(), root: json },
  calls: {
    workspace_id: text,
    answer_id: text,
    number: integer,
    turn_id: text,
    summary: json,
    root: json,
    sealed: nullable(bytes),
    response: nullable(json),
    response_sealed: nullable(bytes),
  },
  call_pages: { workspace_id: text, hash: text, sealed: bytes },
  side_calls: {
    workspace_id: text,
    id: text,
    conversation_id: text,
    turn_id: nullable(text),
    purpose: text,
    model_id: text,
    model_name: text,
    at: integer,
    milliseconds: integer,
    error: nullable(text),
    request_hash: text,
    usage: nullable(json),
    sealed: nullable(bytes),
  },
  objects: { workspace_id: text, hash: text, text: nullable(text), wide: nullable(bytes) },
  unreferenced: { workspace_id: text, hash: text, since: integer },
  sweeps: { workspace_id: text, number: integer },
  forgets: { workspace_id: text, conversation_id: text, key: text },
  next_turn_options: { workspace_id: text, conversation_id: text, key: text, value: text },
  requests: { workspace_id: text, key: text, fingerprint: text, response: json, at: integer },
  wire_caches: { workspace_id: text, conversation_id: text, model_id: text, memory: json },
  cache_objects: {
    workspace_id: text,
    conversation_id: text,
    model_id: text,
    name: text,
    key: text,
    blocks: integer,
    tokens: integer,
    expires_at: integer,
  },
  blobs: { workspace_id: text, hash: text, bytes: bytes },
  uploads: { workspace_id: text, id: text, name: text, hash: text, at: integer },
  files: { workspace_id: text, path: text, hash: text, bytes: integer, modified: integer, revision: integer },
  file_versions: {
    workspace_id: text,
    id: text,
    path: text,
    hash: text,
    bytes: integer,
    kept_at: integer,
    sequence: integer,
  },
  file_trash: { workspace_id: text, id: text },
  web_pages: { workspace_id: text, url: text, page: json },
  chat_files: {
    workspace_id: text,
    conversation_id: text,
    changed: integer,
    written: integer,
    path: nullable(text),
    hash: nullable(text),
    next: nullable(text),
    state: nullable(text),
    notice: nullable(text),
  },
  audit: {
    workspace_id: text,
    sequence: integer,
    at: integer,
    actor: nullable(text),
    action: text,
    detail: json,
  },
  usage: {
    workspace_id: text,
    id: text,
    at: integer,
    user_id: nullable(text),
    conversation_id: nullable(text),
    model_id: text,
    input: integer,
    cached: integer,
    written: integer,
    output: integer,
    cost_nano: integer,
  },
}

type Columns = typeof COLUMNS

/** The tables as Kysely sees them. */
export type Schema = {
  readonly [Table in keyof Columns]: {
    readonly [Name in keyof Columns[Table]]: Columns[Table][Name] extends Column<infer Value> ? Value : never
  }
}

export interface TableShape {
  readonly name: keyof Schema
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[]
}

export const TABLES: readonly TableShape[] = Object.entries(COLUMNS).map(([name, columns]) => ({
  name: name as keyof Schema,
  columns: Object.entries<Column<unknown>>(columns).map(([column, { kind }]) => ({ name: column, kind })),
}))
