import type { Prediction } from '@varve/engine/internal'

/** What a call did that may cost more than the floor; what it appends always costs tags and references. */
export type Cause = 're-base for rent' | 're-base when cold' | 'other re-base' | 'update in full' | 'appended'

export const CAUSES: readonly Cause[] = [
  're-base for rent',
  're-base when cold',
  'other re-base',
  'update in full',
  'appended',
]

/** One call of a conversation under some layout, by one provider's rules. */
export interface MeasuredCall {
  readonly turn: number
  readonly call: number
  readonly usage: Prediction
  /** Artifacts attached to the turn, and how many of them the request lets a reader rebuild exactly. */
  readonly attached: number
  readonly readable: number
  readonly cause: Cause
  /** Why it begins to differ from the call before, with the numbers of the decision. */
  readonly why: string
}
