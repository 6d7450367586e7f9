import type { ArtifactKey } from '../artifact/artifact.ts'
import { EngineError } from '../engine-error.ts'

/** What a person can do about a request that does not fit. */
export type BudgetAction =
  | 'forget'
  | 'larger-window'
  | 'new-chat-with-summary'
  | 'allow-extracts'
  | 'drop-optional'

export interface BudgetDetails {
  readonly model: string
  readonly needed: number
  readonly budget: number
  readonly layers: {
    readonly L1: number
    readonly L2: number
    readonly L3: number
    readonly L4: number
    readonly L5: number
  }
  /** Largest first. */
  readonly largest: readonly { readonly key: ArtifactKey; readonly tokens: number }[]
  readonly actions: readonly BudgetAction[]
}

/** The essential does not fit; nothing is sent. [B-2] */
export class BudgetError extends EngineError {
  readonly details: BudgetDetails

  constructor(details: BudgetDetails) {
    const largest = details.largest.map(({ key, tokens }) => `${key}: ${grouped(tokens)}`).join('; ')
    super(
      'over-budget',
      `This does not fit: ${grouped(details.needed)} of ${grouped(details.budget)} tokens for ${details.model}. The largest pieces are ${largest}.`,
    )
    this.details = details
  }
}

/** Thousands set apart by commas, whatever the locale. */
function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3}){1,8}$)/g, ',')
}
