import type { ToolCallRecord } from './agent.ts'
import type { TurnView } from './turns.ts'

/** What comes of a message, in order; where several models answer, one answer after the other. */
export type AskEvent =
  /** It is on disk, and the models are asked. */
  | {
      readonly kind: 'sent'
      readonly chatId: string
      readonly turnId: string
      readonly isNewChat: boolean
      /** How many will follow. */
      readonly answers: number
    }
  /** What follows is of this model. */
  | { readonly kind: 'begun'; readonly modelId: string; readonly modelName: string }
  /** Together the text of the answer as it is kept; the heading of a list of sources that went may stand behind it. */
  | { readonly kind: 'text'; readonly delta: string }
  /** A call of a tool has ended. */
  | { readonly kind: 'called'; readonly call: ToolCallRecord }
  /** A call asked for a person, and was told that nobody is there. */
  | { readonly kind: 'refused'; readonly call: ToolCallRecord }
  /** The answer of `turn` has ended, however it did. */
  | { readonly kind: 'ended'; readonly turn: TurnView }
