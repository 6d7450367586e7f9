import type { CacheChoiceView, Phase, SourceView } from '@varve/contract'
import type { Plan, State } from '@varve/engine'
import type { CacheMemory } from '@varve/engine/internal'
import type { BaseMark, WireRequest } from '@varve/providers'
import type { AnswerPlace } from '@varve/store'
import type { ChatModel, ModelCall } from '../models/chat-model.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import type { GuardPolicy } from '../guard/guard-policy.ts'
import type { Redaction } from '../guard/redaction.ts'
import type { AgentSetup } from '../agent/agent-setup.ts'
import type { PlanToRecord } from './record-plan.ts'
import type { Tuning } from './tune-model.ts'
import type { CallForecast } from './build-call.ts'

/** A turn that waits for its answers. Several models change its state, each its own part. */
export interface OpenTurn {
  /** With the turn open. */
  state: State
  /** What was taken out of what its models are sent; results of tools add to it. */
  redaction: Redaction
}

export type TurnAbout = Omit<PlanToRecord, 'plan' | 'at' | 'wire' | 'predicted' | 'cache'>

/** Everything that is needed to have one turn answered by one model. */
export interface AnswerJob {
  readonly chat: ChatPlace
  readonly turnId: string
  readonly answer: AnswerPlace
  readonly model: ChatModel
  /** Who reads what its tools bring: what is looked up for one of a turn's models may be given to all of them. */
  readonly audience: 'this-machine' | 'cloud'
  readonly call: ModelCall
  /** What the inspector shows; absent for a model inside this program. */
  readonly wire: WireRequest | undefined
  /** The state that all answers of this turn continue from. */
  readonly open: OpenTurn
  /** What the provider was expected to hold before this call. */
  readonly cacheBefore: CacheMemory | undefined
  readonly plan: Plan
  readonly tuning: Tuning
  readonly foreseen: CallForecast
  readonly cache: CacheChoiceView
  /** The base of this call, and of the one before it to the same model. */
  readonly base: BaseMark
  readonly previousBase: BaseMark | undefined
  /** Of the calls of this answer, counted from 1. */
  readonly number: number
  /** What holds for every request of this turn, for the record. */
  readonly about: TurnAbout
  /** Absent where it is answered without tools. */
  readonly agent: AgentSetup | undefined
  /** What the model may cite, by number; absent where it is not asked to. */
  readonly sources: readonly SourceView[] | undefined
  /** Absent where nothing that this model is sent is guarded. */
  readonly guardPolicy: GuardPolicy | undefined
  readonly startedAt: number
  /** How long it took to make its request; that of a first call is stored with its turn. */
  readonly phases: Readonly<Partial<Record<Phase, number>>>
  /** How long it took to build its request, and to store the turn. */
  readonly wireMilliseconds: number
  readonly commitMilliseconds: number
}
