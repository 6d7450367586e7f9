import type { Prediction } from '@varve/engine'

/** One call of a conversation under some layout, by one provider's rules. */
export interface MeasuredCall {
  readonly turn: number
  readonly call: number
  readonly usage: Prediction
  /** Artifacts attached to the turn, and how many of them the request lets a reader rebuild exactly. */
  readonly attached: number
  readonly readable: number
  /** Why it begins to differ from the call before, with the numbers of the decision. */
  readonly why: string
}
