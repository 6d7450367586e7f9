import type { AsideView } from '../aside/aside-views.ts'
import type { AnswerStatus } from '../messages/turn-views.ts'
import type { ChatSettingsView } from '../models/model-views.ts'
import type { Phase } from '../observe/phase-times.ts'

/** What the deletion of a trace did. */
export interface DeletedTraceView {
  /** As many requests are gone. */
  readonly calls: number
  readonly at: string
}

/** A trace as a file, line by line: one turn each, as `varve replay` reads them. */
export interface ExportedTrace {
  readonly name: string
  readonly lines: AsyncIterable<string>
}

/** Every call that one answer took, in order, and those that were made beside the answers of its turn. */
export interface AnswerTraceView {
  readonly modelId: string
  readonly modelName: string
  /** What was sent along with the prompt; absent where that was nothing. */
  readonly settings?: ChatSettingsView
  /** Why the texts of these calls cannot be read here, as on a machine without the key that sealed them. */
  readonly textsLeftOut?: string
  readonly calls: readonly TracedCallView[]
  /** Oldest first. */
  readonly asides: readonly AsideView[]
}

/** One call of a model in figures: what came of it stands in `ReceivedView`. */
export interface TracedCallView {
  /** Counted from 1. */
  readonly number: number
  /** `unknown` where it was made before calls were listened to one by one, and others followed it. */
  readonly status: AnswerStatus | 'unknown'
  /** ISO 8601, UTC: when it went out. Absent where that is not known. */
  readonly at?: string
  readonly provider?: string
  /** Absent for a model inside this program. */
  readonly protocol?: string
  /** What was done before it went out, in order, in milliseconds. */
  readonly phases: readonly { readonly phase: Phase; readonly milliseconds: number }[]
  /** From when it went out to the first word, thought or use of a tool, and to the end. */
  readonly firstMilliseconds?: number
  readonly milliseconds?: number
  /** Absent where nothing is known of what was expected, as in a chat that was read from its file. */
  readonly predicted?: { readonly input: number; readonly cached: number; readonly costUSD: number }
  /** What it used. */
  readonly usage?: CallUsageView
  readonly error?: string
}

export interface CallUsageView {
  readonly input: number
  readonly cached: number
  readonly written?: number
  readonly output: number
  readonly costUSD: number
  /** Counted by the provider; else this is our forecast. */
  readonly reported: boolean
}

/** What a model wrote in one call, as it came: with placeholders for what it was not given. */
export interface ReceivedView {
  readonly text: string
  /** What it thought, as far as its provider tells. */
  readonly reasoning: string
  readonly calls: readonly {
    readonly callId: string
    readonly tool: string
    /** JSON, as the model wrote it. */
    readonly arguments: string
  }[]
}
