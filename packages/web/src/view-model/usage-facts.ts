import type { TurnView } from '@varve/server/types'
import { formatMoney } from './format-money.ts'
import { formatShare } from './format-share.ts'
import { formatDuration } from './format-time.ts'
import { formatTokens } from './format-tokens.ts'
import { sumLayers } from './layer-shares.ts'

/** The usage line, fact by fact. Until the model has reported, only what was sent is known. */
export function usageFacts(turn: TurnView): readonly string[] {
  const { usage } = turn.answer
  if (!usage) return [`${formatTokens(sumLayers(turn.layerTokens))} in`]
  return [
    `${formatTokens(usage.input)} in`,
    ...(usage.cached > 0 ? [`${formatShare(usage.cached, usage.input)} cached`] : []),
    `${formatTokens(usage.output)} out`,
    usage.costUSD === 0 ? 'free' : formatMoney(usage.costUSD),
    formatDuration(usage.milliseconds),
  ]
}
