import type { FreshView, InspectionView } from '@varve/server/types'
import { formatMoney } from '../text/format-money.ts'
import { formatTokens } from '../text/format-tokens.ts'

/** Why what was sent before still stands in front or not, what of it is cached, and what that costs. */
export function newWords(inspection: InspectionView, fresh: FreshView): string {
  return [inspection.divergence, cacheWords(inspection, fresh), priceWords(inspection, fresh)]
    .filter((words) => words !== '')
    .join(' ')
}

function cacheWords({ predicted }: InspectionView, { keptTokens, isFirst, isCold }: FreshView): string {
  if (predicted.cached > 0) return `${formatTokens(predicted.cached)} tokens are expected from the cache.`
  if (isFirst || keptTokens === 0) return 'Everything is new.'
  return isCold
    ? `The cache is cold: the ${formatTokens(keptTokens)} tokens in front are read again as if they were new.`
    : `Nothing is expected from the cache: the ${formatTokens(keptTokens)} tokens in front are too few for it, what goes along with them changed, or this model has none.`
}

function priceWords({ predicted }: InspectionView, { breakUSD }: FreshView): string {
  if (predicted.costUSD === 0) return ''
  const price = `Expected to cost ${formatMoney(predicted.costUSD)}`
  return breakUSD > 0 ? `${price}, up to ${formatMoney(breakUSD)} of it for the break.` : `${price}.`
}

/** What is new against what stands as before, as a sentence. */
export function describeNewBar({ keptTokens, newTokens }: FreshView): string {
  return `${formatTokens(keptTokens)} tokens as in the call before, ${formatTokens(newTokens)} new`
}
