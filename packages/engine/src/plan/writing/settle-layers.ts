import type { PlacedBlock } from './block.ts'
import type { Epoch } from '../epoch/epoch.ts'
import type { LayerId } from '../plan.ts'

type Settled = Pick<Epoch, 'layerTokens' | 'settledEnd'>

/** Counts blocks of the base and of closed turns by the layer that they belong to from now on. */
export function settleLayers(epoch: Epoch, end: number): Settled {
  const totals = { ...epoch.layerTokens }
  for (const block of epoch.blocks.slice(epoch.settledEnd, end)) totals[settledLayer(block)] += block.tokens
  return { layerTokens: totals, settledEnd: end }
}

/** Context of earlier turns is library now; the rest of them is history. */
export function settledLayer({ origin }: PlacedBlock): 'L1' | 'L2' | 'L4' {
  switch (origin.piece) {
    case 'section':
      return 'L1'
    case 'library-heading':
    case 'artifact':
    case 'update':
    case 'compacted':
      return 'L2'
    default:
      return 'L4'
  }
}

/** The layer of a block in the request that begins its newest turn at `turnStart`. */
export function layerOf(block: PlacedBlock, index: number, turnStart: number): LayerId {
  if (index < turnStart) return settledLayer(block)
  return block.origin.piece === 'user' ? 'L5' : 'L3'
}
