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
  /** Together these are the stored text of the answer. A list of sources that was cut off may follow its heading. */
  | { readonly kind: 'text'; readonly delta: string }
  /** A call of a tool has ended. */
  | { readonly kind: 'called'; readonly call: ToolCallRecord }
  /** A call needed approval, and there was nobody to ask. */
  | { readonly kind: 'refused'; readonly call: ToolCallRecord }
  /** A call waits for a person, where the message said that one is there; `answerCall` tells it what they say. */
  | { readonly kind: 'asks'; readonly answerId: string; readonly call: ToolCallRecord }
  /** The answer of `turn` has ended, however it did. */
  | { readonly kind: 'ended'; readonly turn: TurnView }
