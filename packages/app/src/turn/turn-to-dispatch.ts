import type { ConversationRecord } from '@varve/store'
import type { ChatPlace } from '../chats/require-chat.ts'
import type { Attachable } from '../files/attachable.ts'
import type { GuardDecision } from '../guard/guard-decision.ts'
import type { IdempotentRequest } from '../messages/recall-request.ts'
import type { PreparedTurn } from './prepared-turn.ts'
import type { TurnOptions } from './turn-options.ts'

export interface TurnToDispatch extends ChatPlace {
  readonly turnId: string
  readonly at: number
  readonly chat: ConversationRecord
  readonly prepared: PreparedTurn
  /** Absent where a turn that stands already is answered again. */
  readonly message?: {
    readonly text: string
    readonly attach: readonly Attachable[]
    readonly options: TurnOptions
  }
  /** Of the message: what a chat without a title is named by. */
  readonly words?: string
  /** Answers that stand already come before these. */
  readonly position?: number
  /** How many those were when this was planned. */
  readonly standing?: number
  readonly decision?: GuardDecision | undefined
  readonly request: IdempotentRequest | undefined
}
