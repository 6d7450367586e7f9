import type { FileChangeRecord } from '../tools/files/file-change-record.ts'
import type { ChangePreview } from '../tools/tool.ts'
import type { ToolRule, WiderRules } from '../tools/rules/tool-rules.ts'

/** Where a call of a tool stands. */
export type CallStatus = 'running' | 'waiting' | 'done' | 'failed'

/** One call of a tool, as it is shown and stored. */
export interface ToolCallRecord {
  readonly callId: string
  readonly tool: string
  /** As the model wrote them, with the values that it was not given. */
  readonly arguments: string
  readonly status: CallStatus
  /** One line for a person. */
  readonly summary: string
  /** The beginning of what the model was told. */
  readonly result?: string
  readonly changes?: readonly FileChangeRecord[]
  /** A person has taken the changes back. */
  readonly isUndone?: true
  /** What a person is asked before it runs, or what it asks them. */
  readonly question?: {
    readonly text: string
    readonly options?: readonly string[]
    readonly preview?: ChangePreview
    /** The rules that *always* adds before the call runs; absent where it would ask all the same. */
    readonly always?: readonly ToolRule[]
    /** The rules that *always, and more* adds, with what they allow. */
    readonly wider?: WiderRules
  }
  /** What the person said to that: `approve`, `reject: why`, or their answer. */
  readonly reply?: string
}

/** What a person said to a model at work, in their own words: what the model read of it has passed the guard. */
export interface SaidRecord {
  readonly text: string
  /** False where the model had ended before it could read it. */
  readonly isRead: boolean
}

/** What a model said before it called tools, the calls, and what a person said meanwhile. */
export interface ToolStepRecord {
  readonly text: string
  readonly calls: readonly ToolCallRecord[]
  /** The model read it behind the results of these calls. */
  readonly said?: readonly SaidRecord[]
}
