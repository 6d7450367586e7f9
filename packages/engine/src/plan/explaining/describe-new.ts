import type { LayerId, Plan } from '../plan.ts'
import { layerOf } from '../writing/settle-layers.ts'
import type { DescribedLayer } from './describe-plan.ts'

/** Consecutive segments of one layer in a request: `count` of them, starting at `from`. */
export interface NewRun {
  readonly layer: LayerId
  readonly from: number
  readonly count: number
}

/** What a model reads for the first time in a request, against its last call in this branch. */
export interface DescribedNew {
  /** Tokens in front that the call before had too. */
  readonly keptTokens: number
  readonly newTokens: number
  /** In the order of the request. */
  readonly runs: readonly NewRun[]
}

/**
 * New content follows everything kept, so it is the last segments of each layer, named by their position in
 * the given layers. [P-8]
 */
export function describeNew(plan: Plan, layers: readonly DescribedLayer[]): DescribedNew {
  const { kept, turnStart, tokens, leadTokens } = plan
  const order = plan.blocks
    .slice(kept.blocks)
    .map((block, offset) => layerOf(block, kept.blocks + offset, turnStart))
  // Tool definitions are no block; they come first of all.
  if (kept.tokens === 0 && leadTokens > 0) order.unshift('L1')
  const next = new Map(layers.map(({ id, segments }) => [id, segments.length]))
  for (const layer of order) next.set(layer, (next.get(layer) ?? 0) - 1)
  const runs: { layer: LayerId; from: number; count: number }[] = []
  for (const layer of order) {
    const from = next.get(layer) ?? 0
    next.set(layer, from + 1)
    const last = runs.at(-1)
    if (last?.layer === layer) last.count += 1
    else runs.push({ layer, from, count: 1 })
  }
  return { keptTokens: kept.tokens, newTokens: tokens - kept.tokens, runs }
}
