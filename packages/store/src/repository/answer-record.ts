export type AnswerStatus = 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed'

export interface AnswerSource {
  readonly number: number
  readonly path: string
  readonly lines: readonly [number, number]
}

export interface AnswerUsage {
  readonly input: number
  readonly cached: number
  readonly written?: number
  readonly uncached?: number
  readonly output: number
  readonly costUSD: number
  readonly savedUSD?: number
  readonly milliseconds: number
  /** Until the turn was stored, and until the first word or thought came. */
  readonly commitMilliseconds?: number
  readonly firstByteMilliseconds?: number
  /** By the provider; else it is our forecast. */
  readonly reported?: boolean
  readonly warnings?: readonly string[]
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
  /** What was sent along with the prompt, as JSON; undefined where there was nothing. */
  readonly settings: unknown
  readonly startedAt: number
  readonly endedAt: number | undefined
  /** The place of its model in the list that was asked. */
  readonly position: number
  /** What the model thought, and what its provider wants back of it, as JSON. */
  readonly reasoning: unknown
  /** What the model wrote, where that is not what is shown. */
  readonly received: string | undefined
  /** Tools that were used on the way, as JSON. */
  readonly steps: unknown
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
