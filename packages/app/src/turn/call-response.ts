import type { AnswerErrorCode, Phase } from '@varve/contract'
import type { CacheDiagnosis } from '@varve/providers'
import type { AnswerUsage } from '@varve/store'
import type { ModelToolCall } from '../agent/model-tool-call.ts'

/** Timing and result of one call to a model. An answer with tools has several. */
export interface CallResponse {
  readonly milliseconds: number
  /** From then to the first word, thought or use of a tool; absent where none came. */
  readonly firstMilliseconds?: number
  readonly status: 'complete' | 'stopped' | 'interrupted' | 'failed'
  readonly error?: string
  readonly errorCode?: AnswerErrorCode
  /** The provider's id of the response, and why it could not reuse the request before; where that was asked. */
  readonly responseId?: string
  readonly diagnosis?: CacheDiagnosis
  readonly received: ReceivedTexts
}

/** What a model wrote in one call, as it came: with placeholders for what it was not given. */
export interface ReceivedTexts {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly ModelToolCall[]
}

/** What is stored of that in the clear. No word of anyone but what a provider said when it failed. */
export interface CallFigures extends Omit<CallResponse, 'received'> {
  /** When it was sent. */
  readonly at: number
  readonly provider: string
  /** Absent for a model inside this program. */
  readonly protocol?: string
  /** What was done before it went out. */
  readonly phases: Readonly<Partial<Record<Phase, number>>>
  readonly usage?: CallCounts
}

export type CallCounts = Pick<
  AnswerUsage,
  'input' | 'cached' | 'written' | 'uncached' | 'output' | 'costUSD' | 'reported'
>
