import type { Plan, State } from '@varve/engine'
import type { BaseMark, WireRequest } from '@varve/providers'
import type { AnswerPlace } from '@varve/store'
import type { ChatModel, ModelCall } from '../chat-model.ts'
import type { ChatPlace } from '../require-chat.ts'
import type { CacheChoiceView } from '../model-views.ts'
import type { Tuning } from '../turn/tune-turn.ts'
import type { Foreseen } from './foresee-call.ts'

/** Everything that is needed to have one turn answered. */
export interface AnswerJob {
  readonly chat: ChatPlace
  readonly turnId: string
  readonly turnNumber: number
  readonly answer: AnswerPlace
  readonly model: ChatModel
  readonly call: ModelCall
  /** What the inspector shows; absent for a model inside this program. */
  readonly wire: WireRequest | undefined
  /** With the turn open. */
  readonly state: State
  /** What the providers were expected to hold before this call. */
  readonly cachesBefore: State['caches']
  readonly plan: Plan
  readonly tuning: Tuning
  readonly foreseen: Foreseen
  readonly cache: CacheChoiceView
  /** The base of this call, and of the one before it to the same model. */
  readonly base: BaseMark
  readonly previousBase: BaseMark | undefined
  readonly startedAt: number
}
