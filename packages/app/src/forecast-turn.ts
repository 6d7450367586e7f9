import { describePlan, type State } from '@varve/engine'
import type { AppContext } from './app-context.ts'
import { overBudget } from './app-error.ts'
import type { ChatModel } from './chat-model.ts'
import { type ChatPlace, requireChat } from './require-chat.ts'
import { requireModel } from './require-model.ts'
import { describeAttachments } from './turn/describe-attachments.ts'
import { type PlannedTurn, prepareTurn } from './turn/prepare-turn.ts'
import type { AttachmentView, ForecastView, OverBudgetView } from './views.ts'

export interface ForecastTurnInput extends ChatPlace {
  readonly text: string
  readonly attach: readonly string[]
  readonly modelId?: string | undefined
}

/** What sending this draft would use and cost. A dry step: nothing is stored, no model is called. */
export async function forecastTurn(context: AppContext, input: ForecastTurnInput): Promise<ForecastView> {
  await requireChat(context, input)
  const model = await requireModel(context, input.modelId)
  const at = context.clock.now()
  const prepared = await prepareTurn(context, { ...input, turnId: 'forecast', at, model })
  if (prepared.kind === 'over-budget') return doesNotFit(overBudget(prepared.error))
  const { tokens, budget, predicted } = prepared.plan
  return {
    usedTokens: tokens,
    budgetTokens: budget,
    cachedTokens: predicted.cached,
    newTokens: predicted.written + predicted.uncached,
    costUSD: predicted.costUSD,
    ...warmth(model, predicted.cached, prepared.before),
    attachments: attachmentsOf(prepared),
  }
}

function doesNotFit({ needed, budget, largest }: OverBudgetView): ForecastView {
  const sizes = { usedTokens: needed, budgetTokens: budget, overBy: needed - budget, largest }
  return { ...sizes, cachedTokens: 0, newTokens: needed, costUSD: 0 }
}

/** By the same measure as the sent turn. A draft with no chips needs no description of the whole request. */
function attachmentsOf({ attached, plan, envelope }: PlannedTurn): readonly AttachmentView[] {
  return attached.length === 0 ? [] : describeAttachments(attached, plan, describePlan(plan, envelope))
}

/** A cache that costs nothing to lose needs no countdown. */
function warmth({ spec }: ChatModel, cached: number, before: State): { readonly warmUntil?: number } {
  const { price, lifetimeSeconds } = spec.profile
  if (cached === 0 || price.input === 0 || !Number.isFinite(lifetimeSeconds)) return {}
  const epoch = before.epochs[spec.id]
  return epoch ? { warmUntil: epoch.lastAt + lifetimeSeconds * 1000 } : {}
}
