import type { BudgetError } from '../budget/budget-error.ts'
import type { Envelope } from '../envelope/envelope.ts'
import type { Memo } from '../memo.ts'
import type { Need } from '../plan/aging/need.ts'
import type { Plan } from '../plan/plan.ts'
import type { State } from '../state/state.ts'

export interface StepContext {
  /** Makes steps fast; changes no byte. */
  readonly memo?: Memo
}

export interface StepResult {
  readonly state: State
  /** Of a turn; absent where the step only continues or closes one. */
  readonly envelope: Envelope | undefined
  readonly plans: readonly Plan[]
  /** Models for which the essential does not fit; nothing must be sent to them. */
  readonly failures: readonly BudgetError[]
  readonly needs: readonly Need[]
}

/** A turn always has an envelope. */
export interface TurnResult extends StepResult {
  readonly envelope: Envelope
}
