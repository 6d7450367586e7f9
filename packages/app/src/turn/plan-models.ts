import { BudgetError, type Plan, type TurnResult } from '@varve/engine'
import { type TunedModel, withNewestFactor } from './tune-model.ts'

/** A model with its plan, or why there is none. */
export type PlannedModel = TunedModel & (Fitting | NotFitting)

interface Fitting {
  readonly kind: 'planned'
  readonly plan: Plan
}

interface NotFitting {
  readonly kind: 'over-budget'
  readonly error: BudgetError
}

/** Where a model begins an epoch, that one counts by the newest factor, so it is planned once more. */
export function planModels(
  models: readonly TunedModel[],
  take: (models: readonly TunedModel[]) => TurnResult,
): { readonly result: TurnResult; readonly planned: readonly PlannedModel[] } {
  const first = take(models)
  const renewed = models.map((model) => (beginsEpoch(first, model) ? withNewestFactor(model) : undefined))
  if (renewed.every((model) => model === undefined)) return { result: first, planned: plansOf(first, models) }
  const again = models.map((model, index) => renewed[index] ?? model)
  const second = take(again)
  // Counted otherwise, it may no longer be worth a new epoch.
  const isSettled = renewed.every((model) => model === undefined || beginsEpoch(second, model))
  return isSettled
    ? { result: second, planned: plansOf(second, again) }
    : { result: first, planned: plansOf(first, models) }
}

function beginsEpoch({ plans }: TurnResult, { model }: TunedModel): boolean {
  const plan = plans.find((candidate) => candidate.model === model.spec.id)
  return plan === undefined || plan.epoch.startedTurn === plan.turn
}

function plansOf({ plans, failures }: TurnResult, models: readonly TunedModel[]): readonly PlannedModel[] {
  return models.map((tuned) => {
    const { id } = tuned.model.spec
    const plan = plans.find((candidate) => candidate.model === id)
    if (plan) return { ...tuned, kind: 'planned', plan }
    const error = failures.find((failure) => failure.details.model === id) ?? noPlan(id)
    return { ...tuned, kind: 'over-budget', error }
  })
}

function noPlan(model: string): BudgetError {
  const layers = { L1: 0, L2: 0, L3: 0, L4: 0, L5: 0 }
  return new BudgetError({ model, needed: 0, budget: 0, layers, largest: [], actions: [] })
}
