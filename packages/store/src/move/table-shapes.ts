import type { Schema } from '../schema.ts'

/** What a column holds; `json` is text that must be JSON. */
export type ColumnKind = 'text' | 'json' | 'integer' | 'bytes'

export interface TableShape {
  readonly name: keyof Schema
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[]
}

type KindOf<Value> = Value extends number ? 'integer' : Value extends Uint8Array ? 'bytes' : 'text' | 'json'

type Shapes = {
  readonly [Table in keyof Schema]: {
    readonly [Column in keyof Schema[Table]]: KindOf<NonNullable<Schema[Table][Column]>>
  }
}

/** Every table, with its columns in the order of the first schema, behind those that it refers to. */
const SHAPES: Shapes = {
  workspaces: { id: 'text', name: 'text', kind: 'text', root: 'text', created_at: 'integer' },
  users: { id: 'text', name: 'text', created_at: 'integer', disabled_at: 'integer' },
  memberships: { workspace_id: 'text', user_id: 'text', role: 'text', at: 'integer' },
  settings: { workspace_id: 'text', name: 'text', value: 'json' },
  sealed_keys: { workspace_id: 'text', provider: 'text', sealed: 'bytes', at: 'integer' },
  conversations: {
    workspace_id: 'text',
    id: 'text',
    title: 'text',
    titled_by: 'text',
    created_at: 'integer',
    updated_at: 'integer',
    activity: 'integer',
    trashed_at: 'integer',
    settings: 'json',
    head_turn_id: 'text',
    pinned_at: 'integer',
    archived_at: 'integer',
    tags: 'json',
  },
  turns: {
    workspace_id: 'text',
    id: 'text',
    conversation_id: 'text',
    number: 'integer',
    at: 'integer',
    text: 'text',
    attach: 'json',
    parent_id: 'text',
    parent_answer_id: 'text',
    depth: 'integer',
    options: 'json',
  },
  answers: {
    workspace_id: 'text',
    id: 'text',
    conversation_id: 'text',
    turn_id: 'text',
    model_id: 'text',
    model_name: 'text',
    status: 'text',
    text: 'text',
    sources: 'json',
    usage: 'json',
    error: 'text',
    started_at: 'integer',
    ended_at: 'integer',
    settings: 'json',
    error_code: 'text',
    owner: 'integer',
    position: 'integer',
    reasoning: 'json',
    received: 'text',
    steps: 'json',
    stop_asked_at: 'integer',
  },
  redactions: { workspace_id: 'text', turn_id: 'text', sealed: 'bytes' },
  choices: { workspace_id: 'text', turn_id: 'text', answer_id: 'text' },
  shown_ends: { workspace_id: 'text', conversation_id: 'text', turn_id: 'text', shown: 'integer' },
  engine_states: { workspace_id: 'text', turn_id: 'text', stage: 'text', root: 'json' },
  calls: {
    workspace_id: 'text',
    answer_id: 'text',
    number: 'integer',
    turn_id: 'text',
    summary: 'json',
    root: 'json',
    sealed: 'bytes',
    heard: 'json',
    heard_sealed: 'bytes',
  },
  call_pages: { workspace_id: 'text', hash: 'text', sealed: 'bytes' },
  side_calls: {
    workspace_id: 'text',
    id: 'text',
    conversation_id: 'text',
    turn_id: 'text',
    purpose: 'text',
    model_id: 'text',
    model_name: 'text',
    at: 'integer',
    milliseconds: 'integer',
    error: 'text',
    request_hash: 'text',
    usage: 'json',
    sealed: 'bytes',
  },
  objects: { workspace_id: 'text', hash: 'text', text: 'text', wide: 'bytes' },
  unreferred: { workspace_id: 'text', hash: 'text', since: 'integer' },
  sweeps: { workspace_id: 'text', number: 'integer' },
  forgets: { workspace_id: 'text', conversation_id: 'text', key: 'text' },
  wishes: { workspace_id: 'text', conversation_id: 'text', key: 'text', wish: 'text' },
  requests: { workspace_id: 'text', key: 'text', fingerprint: 'text', response: 'json', at: 'integer' },
  wire_caches: { workspace_id: 'text', conversation_id: 'text', model_id: 'text', memory: 'json' },
  cache_objects: {
    workspace_id: 'text',
    conversation_id: 'text',
    model_id: 'text',
    name: 'text',
    key: 'text',
    blocks: 'integer',
    tokens: 'integer',
    expires_at: 'integer',
  },
  blobs: { workspace_id: 'text', hash: 'text', bytes: 'bytes' },
  uploads: { workspace_id: 'text', id: 'text', name: 'text', hash: 'text', at: 'integer' },
  files: {
    workspace_id: 'text',
    path: 'text',
    hash: 'text',
    bytes: 'integer',
    modified: 'integer',
    revision: 'integer',
  },
  file_versions: {
    workspace_id: 'text',
    id: 'text',
    path: 'text',
    hash: 'text',
    bytes: 'integer',
    kept_at: 'integer',
    sequence: 'integer',
  },
  file_trash: { workspace_id: 'text', id: 'text' },
  web_pages: { workspace_id: 'text', url: 'text', page: 'json' },
  chat_files: {
    workspace_id: 'text',
    conversation_id: 'text',
    changed: 'integer',
    written: 'integer',
    path: 'text',
    hash: 'text',
    next: 'text',
    state: 'text',
    notice: 'text',
  },
  audit: {
    workspace_id: 'text',
    sequence: 'integer',
    at: 'integer',
    actor: 'text',
    action: 'text',
    detail: 'json',
  },
  jobs: {
    workspace_id: 'text',
    id: 'text',
    kind: 'text',
    state: 'text',
    payload: 'json',
    run_after: 'integer',
    attempts: 'integer',
    error: 'text',
  },
  usage: {
    workspace_id: 'text',
    id: 'text',
    at: 'integer',
    user_id: 'text',
    conversation_id: 'text',
    model_id: 'text',
    input: 'integer',
    cached: 'integer',
    written: 'integer',
    output: 'integer',
    cost_nano: 'integer',
  },
}

export const TABLES: readonly TableShape[] = Object.entries(SHAPES).map(([name, columns]) => ({
  name: name as keyof Schema,
  columns: Object.entries(columns).map(([column, kind]) => ({ name: column, kind })),
}))

/** Read by name, so that the order does not depend on when a column was added. */
export function selectRows({ name, columns }: TableShape): string {
  return `select ${columns.map((column) => `"${column.name}"`).join(', ')} from "${name}"`
}

/** Rows that are handled at once: few where each may be large. */
export function pageLength({ columns }: TableShape): number {
  return columns.some(({ kind }) => kind === 'bytes') ? 10 : 200
}
