import type { AppendLog } from '../../collection/append-log.ts'
import type { PlacedBlock } from '../writing/block.ts'
import type { Epoch } from '../epoch/epoch.ts'
import { epochTokens } from '../epoch/epoch-tokens.ts'
import type { ModelSpec } from '../model-spec.ts'
import type { Divergence } from '../plan.ts'
import { layerOf } from '../writing/settle-layers.ts'

/** How many leading blocks two requests have in common; a chain hash names everything before it. */
export function commonBlocks(
  a: { readonly blocks: AppendLog<PlacedBlock>; readonly length: number },
  b: { readonly blocks: AppendLog<PlacedBlock>; readonly length: number },
): number {
  let low = 0
  let high = Math.min(a.length, b.length)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (a.blocks.get(middle - 1)?.chain === b.blocks.get(middle - 1)?.chain) low = middle
    else high = middle - 1
  }
  return low
}

/** Where this request begins to differ from the last call of this branch and model, and why. [P-8] */
export function explainDivergence(options: {
  readonly previous: Epoch | undefined
  readonly epoch: Epoch
  readonly turnStart: number
  readonly shared: number
  readonly model: ModelSpec
  readonly branched: boolean
}): Divergence {
  const { previous, epoch, shared, model } = options
  const block = epoch.blocks.get(shared)
  const layer = block ? layerOf(block, shared, options.turnStart) : 'L5'
  const key = block?.origin.key ?? block?.origin.section ?? ''
  const isSame = previous !== undefined && previous.id === epoch.id
  const before = previous ? epochTokens(previous, previous.sentEnd) : 0
  // Other tools stand in front of everything: nothing behind them is where it was.
  const kept = shared === 0 || previous?.toolsHash !== epoch.toolsHash ? 0 : epochTokens(epoch, shared)
  const tokens = previous && !isSame ? Math.max(0, before - kept) : 0
  const { price, rates } = model.profile
  const reason =
    isSame || !previous ? (options.branched ? 'branch' : isSame ? 'none' : epoch.reason) : epoch.reason
  return {
    reason,
    layer,
    key,
    tokens,
    costUSD: (tokens * price.input * (rates.write - rates.read)) / 1_000_000,
  }
}
