import type { ForecastView } from '@varve/server/types'
import { formatMoney } from '../text/format-money.ts'
import { formatTokens } from '../text/format-tokens.ts'

/** The parts of the gauge in per cent of its length. Over budget, the whole length is what would be sent. */
export interface GaugeShares {
  readonly cached: number
  readonly fresh: number
  readonly over: number
  readonly overTokens: number
}

export function gaugeShares(forecast: ForecastView): GaugeShares {
  const overTokens = Math.max(0, forecast.usedTokens - forecast.budgetTokens)
  const length = Math.max(forecast.usedTokens, forecast.budgetTokens, 1)
  const inside = forecast.usedTokens - overTokens
  const cached = Math.min(forecast.cachedTokens, inside)
  return {
    cached: (cached / length) * 100,
    fresh: ((inside - cached) / length) * 100,
    over: (overTokens / length) * 100,
    overTokens,
  }
}

/** The gauge as a sentence. */
export function describeForecast(forecast: ForecastView): string {
  const { overTokens } = gaugeShares(forecast)
  const free = Math.max(0, forecast.budgetTokens - forecast.usedTokens)
  const rest = overTokens > 0 ? `${formatTokens(overTokens)} too many` : `${formatTokens(free)} free`
  return `${formatTokens(forecast.cachedTokens)} cached, ${formatTokens(forecast.newTokens)} new, ${rest}${keptFree(forecast)}`
}

/** What the price of the next request leaves out. */
export function describePrice({ reservedTokens, reservedUSD }: ForecastView): string {
  if (reservedTokens === undefined || reservedUSD === undefined) return 'The answer is not in it'
  return `The answer is not in it: ${formatTokens(reservedTokens)} tokens cost ${formatMoney(reservedUSD)} more`
}

function keptFree({ reservedTokens }: ForecastView): string {
  return reservedTokens === undefined ? '' : `; ${formatTokens(reservedTokens)} more are kept for the answer`
}
