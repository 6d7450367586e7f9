import type { PlaceUnit } from '@varve/engine/internal'
import type { Expression, SqlBool } from 'kysely'

export type AnswerStatus = 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed'

export interface AnswerSource {
  readonly number: number
  readonly path: string
  readonly lines: readonly [number, number]
  /** The unit, if it isn't lines. */
  readonly unit?: PlaceUnit | undefined
  /** Display name if the path is a key. */
  readonly title?: string | undefined
}

export interface AnswerUsage {
  readonly input: number
  readonly cached: number
  /** Tokens stored for the next request. */
  readonly written?: number
  /** Tokens that were neither read from the cache nor written to it. */
  readonly uncached?: number
  readonly output: number
  readonly costUSD: number
  /** Against the same prompt with nothing cached; negative where writing to the cache has not paid off yet. */
  readonly savedUSD?: number
  readonly milliseconds: number
  /** Until the message was on disk, and until the first word or thought came. */
  readonly commitMilliseconds?: number
  readonly firstByteMilliseconds?: number
  /** Counted by the provider; otherwise our forecast. */
  readonly reported?: boolean
  /** Notices: forecast and report are far apart, a local server cut the front, the model ended early. */
  readonly warnings?: readonly unknown[]
}

export interface AnswerRecord {
  readonly workspaceId: string
  readonly id: string
  readonly conversationId: string
  readonly turnId: string
  readonly modelId: string
  readonly modelName: string
  readonly status: AnswerStatus
  readonly text: string
  readonly sources: readonly AnswerSource[]
  readonly usage: AnswerUsage | undefined
  readonly error: string | undefined
  /** Why it failed, for programs. */
  readonly errorCode: string | undefined
  /** Sent along with the prompt, as JSON; undefined if there was nothing. */
  readonly settings: unknown
  readonly startedAt: number
  readonly endedAt: number | undefined
  /** The place of its model in the list that was asked. */
  readonly position: number
  /** The model's reasoning, with the parts its provider wants back, as JSON. */
  readonly reasoning: unknown
  /** The model's own text, if another one is shown. */
  readonly received: string | undefined
  /** Tools that were used on the way, as JSON. */
  readonly steps: unknown
}

/** An answer before its first word. */
export interface NewAnswer
  extends Pick<
    AnswerRecord,
    'workspaceId' | 'id' | 'conversationId' | 'turnId' | 'modelId' | 'modelName' | 'startedAt'
  > {
  readonly settings?: unknown
  readonly position?: number
}

export interface AnswerPlace {
  readonly workspaceId: string
  readonly id: string
}

/** How an answer ended. */
export interface AnswerEnd {
  readonly status: Exclude<AnswerStatus, 'streaming'>
  readonly text: string
  readonly sources: readonly AnswerSource[]
  readonly usage?: AnswerUsage | undefined
  readonly error?: string | undefined
  readonly errorCode?: string | undefined
  readonly reasoning?: unknown
  readonly received?: string | undefined
  readonly steps?: unknown
  readonly at: number
}

/** The program that writes answers, and which of the other programs have ended. */
export interface AnswerOwner {
  /** Null where no other program can write. */
  readonly id: number | null
  readonly isGone: Expression<SqlBool>
}
