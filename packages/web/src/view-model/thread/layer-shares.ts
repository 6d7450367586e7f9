import type { LayerId } from '@varve/server/types'
import { formatShare } from '../text/format-share.ts'

export const LAYERS: readonly LayerId[] = ['L1', 'L2', 'L3', 'L4', 'L5']

export interface LayerShare {
  readonly id: LayerId
  readonly tokens: number
  readonly label: string
}

/** Each layer with its part of the request, in the order in which they are laid down. */
export function layerShares(tokens: Readonly<Record<LayerId, number>>): readonly LayerShare[] {
  const total = sumLayers(tokens)
  return LAYERS.map((id) => ({ id, tokens: tokens[id], label: formatShare(tokens[id], total) }))
}

export function sumLayers(tokens: Readonly<Record<LayerId, number>>): number {
  return LAYERS.reduce((sum, id) => sum + tokens[id], 0)
}

/** The bar as a sentence, for those who do not see it. */
export function describeLayers(tokens: Readonly<Record<LayerId, number>>): string {
  return layerShares(tokens)
    .map(
      ({ id, label }) =>
        `${id} ${label.replaceAll('\u00a0', ' ').replace('< 1', 'under 1').replace('> 99', 'over 99')}`,
    )
    .join(', ')
}
