import type { BudgetAction, BudgetDetails } from '../budget/budget-error.ts'
import type { TurnRecord } from '../state/state.ts'
import type { Measure } from './measure-base.ts'
import type { ModelSpec } from './model-spec.ts'

const LARGEST_SHOWN = 5

/** The numbers behind "this does not fit", by layer and by piece. */
export function budgetDetails(options: {
  readonly measure: Measure
  readonly record: TurnRecord
  readonly model: ModelSpec
  readonly leadTokens: number
  readonly needed: number
  readonly budget: number
}): BudgetDetails {
  const { measure, model, needed, budget } = options
  const attached = options.record.attached.map(({ artifact }) => ({
    key: artifact.key,
    tokens: model.tokenizer.count(artifact.content),
  }))
  const kept = measure.entries.map(({ entry, tokens }) => ({ key: entry.artifact.key, tokens }))
  const sizes = new Map([...kept, ...attached].map(({ key, tokens }) => [key, tokens]))
  const largest = [...sizes]
    .map(([key, tokens]) => ({ key, tokens }))
    .sort((a, b) => b.tokens - a.tokens || (a.key < b.key ? -1 : 1))
    .slice(0, LARGEST_SHOWN)
  const hasIrreplaceable = measure.entries.some(({ entry }) => !entry.artifact.recoverable)
  const actions: BudgetAction[] = ['forget', 'larger-window', 'new-chat-with-summary']
  if (hasIrreplaceable) actions.push('allow-extracts')
  return {
    model: model.id,
    needed,
    budget,
    layers: {
      L1: options.leadTokens + measure.system,
      L2: kept.reduce((sum, { tokens }) => sum + tokens, 0),
      L3: measure.turn,
      L4: measure.history.reduce((sum, { tokens }) => sum + tokens, 0),
      L5: measure.user,
    },
    largest,
    actions,
  }
}
