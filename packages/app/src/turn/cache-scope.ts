import type { CacheProfile, DivergenceReason, Plan } from '@varve/engine'
import { bodyScope, type WireRequest } from '@varve/providers'

/** What a provider compares beside the prompt before it reads anything from its cache. */
export interface CacheScope {
  /** Anthropic: whether the messages hold a picture. */
  readonly image: string
  /** Service tier, cache key, thinking, the choice of a tool. */
  readonly settings: string
}

export function scopeOf({ protocol, body }: Pick<WireRequest, 'protocol' | 'body'>): CacheScope {
  const { whole, messages, hasImage } = bodyScope(protocol, body)
  return { image: String(hasImage ?? ''), settings: JSON.stringify([whole, messages]) }
}

/**
 * The plan as its provider will read it: where the scope of its cache changed, what stands in front is the same and
 * nothing of the messages is found. Explanation, reason and what is new all come from this plan. [P-8]
 */
export function withinScope(
  plan: Plan,
  { before, now, profile }: { before: CacheScope | undefined; now: CacheScope; profile: CacheProfile },
): Plan {
  const reason = before && changedIn(before, now)
  if (reason === undefined || plan.divergence.reason !== 'none' || plan.kept.blocks === 0) return plan
  let system = 0
  while (plan.blocks.get(system)?.role === 'system') system += 1
  const blocks = Math.min(system, plan.kept.blocks)
  const tokens = plan.leadTokens + (plan.blocks.get(blocks - 1)?.end ?? 0)
  const lost = Math.max(0, plan.kept.tokens - tokens)
  const first = plan.blocks.get(blocks)
  const { price, rates } = profile
  return {
    ...plan,
    kept: { ...plan.kept, blocks, tokens },
    divergence: {
      reason,
      layer: first?.origin.piece === 'artifact' ? 'L2' : 'L4',
      key: first?.origin.key ?? '',
      tokens: lost,
      costUSD: (lost * price.input * (rates.write - rates.read)) / 1_000_000,
    },
  }
}

function changedIn(before: CacheScope, now: CacheScope): DivergenceReason | undefined {
  if (before.image !== now.image) return 'image'
  return before.settings === now.settings ? undefined : 'settings'
}
