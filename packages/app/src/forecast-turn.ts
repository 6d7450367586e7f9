import type { State } from '@varve/engine'
import type { AppContext } from './app-context.ts'
import type { ChatModel } from './chat-model.ts'
import { type ChatPlace, requireChat } from './require-chat.ts'
import { requireModel } from './require-model.ts'
import { prepareTurn } from './turn/prepare-turn.ts'
import type { ForecastView } from './views.ts'

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
  if (prepared.kind === 'over-budget') {
    const { needed, budget } = prepared.error.details
    return { usedTokens: needed, budgetTokens: budget, cachedTokens: 0, newTokens: needed, costUSD: 0 }
  }
  const { tokens, budget, predicted } = prepared.plan
  return {
    usedTokens: tokens,
    budgetTokens: budget,
    cachedTokens: predicted.cached,
    newTokens: predicted.written + predicted.uncached,
    costUSD: predicted.costUSD,
    ...warmth(model, predicted.cached, prepared.before),
  }
}

/** A cache that costs nothing to lose needs no countdown. */
function warmth({ spec }: ChatModel, cached: number, before: State): { readonly warmUntil?: number } {
  const { price, lifetimeSeconds } = spec.profile
  if (cached === 0 || price.input === 0 || !Number.isFinite(lifetimeSeconds)) return {}
  const epoch = before.epochs[spec.id]
  return epoch ? { warmUntil: epoch.lastAt + lifetimeSeconds * 1000 } : {}
}
