import type { AnswerStatus } from './repository/answer-record.ts'
import type { JobState } from './repository/job-record.ts'
import type { MemberRole } from './repository/membership-record.ts'

/** The tables as Kysely sees them. JSON stands in text columns. */
export interface Schema {
  readonly workspaces: {
    readonly id: string
    readonly name: string
    readonly kind: 'folder' | 'database'
    readonly root: string | null
    readonly created_at: number
  }
  readonly settings: { readonly workspace_id: string; readonly name: string; readonly value: string }
  readonly conversations: {
    readonly workspace_id: string
    readonly id: string
    readonly title: string
    readonly titled_by: 'default' | 'message' | 'user'
    readonly created_at: number
    readonly updated_at: number
    readonly activity: number
    readonly trashed_at: number | null
    readonly settings: string
    readonly head_turn_id: string | null
    readonly pinned_at: number | null
    readonly archived_at: number | null
    readonly tags: string
  }
  readonly turns: {
    readonly workspace_id: string
    readonly id: string
    readonly conversation_id: string
    readonly number: number
    readonly at: number
    readonly text: string
    readonly attach: string
    readonly parent_id: string | null
    readonly parent_answer_id: string | null
    readonly depth: number
    readonly options: string
  }
  readonly answers: {
    readonly workspace_id: string
    readonly id: string
    readonly conversation_id: string
    readonly turn_id: string
    readonly model_id: string
    readonly model_name: string
    readonly status: AnswerStatus
    readonly text: string
    readonly sources: string
    readonly usage: string | null
    readonly error: string | null
    readonly started_at: number
    readonly ended_at: number | null
    readonly settings: string | null
    readonly error_code: string | null
    readonly owner: number | null
    readonly position: number
    readonly reasoning: string | null
    readonly received: string | null
    readonly steps: string | null
    readonly stop_asked_at: number | null
  }
  readonly redactions: {
    readonly workspace_id: string
    readonly turn_id: string
    readonly sealed: Uint8Array
  }
  readonly side_calls: {
    readonly workspace_id: string
    readonly id: string
    readonly conversation_id: string
    readonly turn_id: string | null
    readonly purpose: string
    readonly model_id: string
    readonly model_name: string
    readonly at: number
    readonly milliseconds: number
    readonly error: string | null
    readonly request_hash: string
    readonly usage: string | null
    readonly sealed: Uint8Array | null
  }
  readonly choices: {
    readonly workspace_id: string
    readonly turn_id: string
    readonly answer_id: string
  }
  readonly shown_ends: {
    readonly workspace_id: string
    readonly conversation_id: string
    readonly turn_id: string
    readonly shown: number
  }
  readonly engine_states: {
    readonly workspace_id: string
    readonly turn_id: string
    readonly stage: 'asked' | 'answered'
    readonly root: string
  }
  readonly calls: {
    readonly workspace_id: string
    readonly answer_id: string
    readonly number: number
    readonly turn_id: string
    readonly summary: string
    readonly root: string
    readonly sealed: Uint8Array | null
    readonly heard: string | null
    readonly heard_sealed: Uint8Array | null
  }
  readonly call_pages: { readonly workspace_id: string; readonly hash: string; readonly sealed: Uint8Array }
  readonly objects: {
    readonly workspace_id: string
    readonly hash: string
    readonly text: string | null
    readonly wide: Uint8Array | null
  }
  readonly unreferred: { readonly workspace_id: string; readonly hash: string; readonly since: number }
  readonly sweeps: { readonly workspace_id: string; readonly number: number }
  readonly forgets: { readonly workspace_id: string; readonly conversation_id: string; readonly key: string }
  readonly wishes: {
    readonly workspace_id: string
    readonly conversation_id: string
    readonly key: string
    readonly wish: string
  }
  readonly requests: {
    readonly workspace_id: string
    readonly key: string
    readonly fingerprint: string
    readonly response: string
    readonly at: number
  }
  readonly wire_caches: {
    readonly workspace_id: string
    readonly conversation_id: string
    readonly model_id: string
    readonly memory: string
  }
  readonly cache_objects: {
    readonly workspace_id: string
    readonly conversation_id: string
    readonly model_id: string
    readonly name: string
    readonly key: string
    readonly blocks: number
    readonly tokens: number
    readonly expires_at: number
  }
  readonly blobs: { readonly workspace_id: string; readonly hash: string; readonly bytes: Uint8Array }
  readonly uploads: {
    readonly workspace_id: string
    readonly id: string
    readonly name: string
    readonly hash: string
    readonly at: number
  }
  readonly files: {
    readonly workspace_id: string
    readonly path: string
    readonly hash: string
    readonly bytes: number
    readonly modified: number
    readonly revision: number
  }
  readonly file_versions: {
    readonly workspace_id: string
    readonly id: string
    readonly path: string
    readonly hash: string
    readonly bytes: number
    readonly kept_at: number
    readonly sequence: number
  }
  readonly file_trash: { readonly workspace_id: string; readonly id: string }
  readonly web_pages: { readonly workspace_id: string; readonly url: string; readonly page: string }
  readonly chat_files: {
    readonly workspace_id: string
    readonly conversation_id: string
    readonly changed: number
    readonly written: number
    readonly path: string | null
    readonly hash: string | null
    readonly next: string | null
    readonly state: string | null
    readonly notice: string | null
  }
  readonly users: {
    readonly id: string
    readonly name: string
    readonly created_at: number
    readonly disabled_at: number | null
  }
  readonly memberships: {
    readonly workspace_id: string
    readonly user_id: string
    readonly role: MemberRole
    readonly at: number
  }
  readonly sealed_keys: {
    readonly workspace_id: string
    readonly provider: string
    readonly sealed: Uint8Array
    readonly at: number
  }
  readonly audit: {
    readonly workspace_id: string
    readonly sequence: number
    readonly at: number
    readonly actor: string | null
    readonly action: string
    readonly detail: string
  }
  readonly jobs: {
    readonly workspace_id: string
    readonly id: string
    readonly kind: string
    readonly state: JobState
    readonly payload: string
    readonly run_after: number
    readonly attempts: number
    readonly error: string | null
  }
  readonly usage: {
    readonly workspace_id: string
    readonly id: string
    readonly at: number
    readonly user_id: string | null
    readonly conversation_id: string | null
    readonly model_id: string
    readonly input: number
    readonly cached: number
    readonly written: number
    readonly output: number
    readonly cost_nano: number
  }
}
