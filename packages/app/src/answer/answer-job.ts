import type { Message, Plan, State } from '@varve/engine'
import type { AnswerPlace } from '@varve/store'
import type { ChatModel } from '../chat-model.ts'
import type { ChatPlace } from '../require-chat.ts'

/** Everything that is needed to have one turn answered. */
export interface AnswerJob {
  readonly chat: ChatPlace
  readonly turnId: string
  readonly turnNumber: number
  readonly answer: AnswerPlace
  readonly model: ChatModel
  readonly messages: readonly Message[]
  /** With the turn open. */
  readonly state: State
  readonly predicted: Plan['predicted']
  readonly startedAt: number
}
