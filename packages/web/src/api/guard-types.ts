import type {
  AnswerView,
  ChatSettingsView,
  EditRequest,
  ErrorView,
  ForecastView,
  SendRequest,
  SettingsRequest,
  TurnView,
} from '@varve/server/types'

/** What the guard asks, and what goes with it, by the names under which the page knows them. */
export type GuardQuestion = NonNullable<ErrorView['error']['guard']>
export type GuardFinding = GuardQuestion['findings'][number]
export type GuardSummary = NonNullable<TurnView['guard']>
export type Area = NonNullable<ForecastView['areas']>[number]
export type Mark = NonNullable<ForecastView['marks']>[number]
export type ToolStep = NonNullable<AnswerView['steps']>[number]
export type ToolCall = ToolStep['calls'][number]

/** What the user said to what the guard found. */
export interface GuardDecision {
  readonly action: 'redact' | 'send'
  /** Types for which this is done from now on without asking, in this workspace. */
  readonly always?: readonly string[]
}

/** What a request says about the guard and about areas. */
export interface Guarded {
  readonly decision?: GuardDecision
  /** Instead of those that the words seem to be about, as `pack/id`. */
  readonly areas?: readonly string[]
}

export type GuardedSend = SendRequest & Guarded
export type GuardedEdit = EditRequest & Guarded

type Nullable<Settings> = { readonly [Name in keyof Settings]?: Settings[Name] | null }

/** What a chat is set to from now on; `null` takes a setting back. */
export type ChatSettingsChange = SettingsRequest &
  Nullable<Pick<ChatSettingsView, 'runner' | 'mode' | 'areas' | 'jurisdictions' | 'guidance'>>

export interface GuardPolicy {
  readonly sensitivity: 'strict' | 'normal' | 'relaxed'
  readonly jurisdictions: readonly string[]
  readonly decisions: Readonly<Record<string, 'redact' | 'send'>>
  readonly allow: {
    readonly literals: readonly string[]
    readonly domains: readonly string[]
    readonly types: readonly string[]
  }
  readonly custom: readonly { readonly name: string; readonly pattern: string }[]
  readonly guardLocal: boolean
}

export interface GuardRules {
  readonly policy: GuardPolicy
  /** The version of the rules that find things. */
  readonly rules: string
}

/** Something that was done, without the values that it was about. */
export interface AuditEntry {
  readonly sequence: number
  readonly at: string
  readonly actor?: string
  readonly action: string
  readonly detail: unknown
}

/** What a chat can be pinned to. */
export interface AreaChoices {
  readonly areas: readonly Pick<Area, 'pack' | 'id' | 'name'>[]
  readonly jurisdictions: readonly { readonly id: string; readonly name: string }[]
  readonly problems: readonly { readonly path: string; readonly line?: number; readonly message: string }[]
}
