import type { TurnView, UsageView } from '@varve/server/types'
import { asideCosts } from './aside-words.ts'
import { formatMoney } from '../text/format-money.ts'
import { formatShare } from '../text/format-share.ts'
import { formatDuration } from '../text/format-time.ts'
import { formatTokens } from '../text/format-tokens.ts'
import { sumLayers } from './layer-shares.ts'
import { settingsFacts } from '../models/settings-words.ts'

export interface UsageFact {
  readonly text: string
  /** What the figure means, where it does not say so itself. */
  readonly title?: string
}

/** The usage line, fact by fact. Until the model has reported, only what was sent is known. */
export function usageFacts(turn: Pick<TurnView, 'answer' | 'layerTokens' | 'asides'>): readonly UsageFact[] {
  const { usage } = turn.answer
  const settings = settingsFacts(turn.answer.settings).map((text) => ({ text, title: 'As it was sent' }))
  if (!usage) return [{ text: `${formatTokens(sumLayers(turn.layerTokens))} in` }, ...settings]
  const { input, cached, output, milliseconds } = usage
  return [
    { text: `${formatTokens(Math.max(0, input - cached))} new`, title: describeNew(usage) },
    ...(cached > 0 ? [{ text: `${formatTokens(cached)} from cache (${formatShare(cached, input)})` }] : []),
    { text: `${formatTokens(output)} out` },
    costFact(usage),
    ...asideCosts((turn.asides ?? []).filter(({ answerId }) => answerId === turn.answer.id)),
    ...savedFacts(usage),
    { text: formatDuration(milliseconds) },
    ...settings,
  ]
}

function describeNew({ input, cached, written = 0 }: UsageView): string {
  const sum = `Tokens that were sent: ${formatTokens(input)}; from the provider’s cache: ${formatTokens(cached)}`
  return written > 0 ? `${sum}; written to it for the next request: ${formatTokens(written)}` : sum
}

function costFact({ costUSD, reported }: UsageView): UsageFact {
  if (costUSD === 0) return { text: 'free' }
  return reported !== true
    ? { text: `≈ ${formatMoney(costUSD)}`, title: 'By our own count: the provider reported none' }
    : { text: formatMoney(costUSD) }
}

/** Writing to a cache can cost more than it has yet given back; that is said, not hidden. */
function savedFacts({ savedUSD = 0, costUSD }: UsageView): readonly UsageFact[] {
  if (costUSD === 0 || savedUSD === 0) return []
  return savedUSD > 0
    ? [{ text: `saved ${formatMoney(savedUSD)}`, title: 'Against the same prompt with nothing cached' }]
    : [
        {
          text: `cache cost ${formatMoney(-savedUSD)}`,
          title: 'Writing to the cache costs more once; reading from it pays that back',
        },
      ]
}
