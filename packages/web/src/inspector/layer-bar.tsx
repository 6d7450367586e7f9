import type { LayerId, LayerView } from '@varve/server/types'
import { describeLayers } from '../view-model/thread/layer-shares.ts'

interface LayerBarProps {
  readonly layers: readonly LayerView[]
  readonly hot: LayerId | undefined
  readonly onHover: (id: LayerId | undefined) => void
  readonly onOpen: (id: LayerId) => void
}

/** A slab below this share is too narrow for its name. */
const NAMED_SHARE = 0.07

/** The request as one bar in proportion. For those who do not see it, it is a sentence; the list says the rest. */
export function LayerBar({ layers, hot, onHover, onOpen }: LayerBarProps) {
  const total = layers.reduce((sum, { tokens }) => sum + tokens, 0)
  return (
    <div
      className="layer-bar"
      role="img"
      aria-label={describeLayers(byId(layers))}
      onPointerLeave={() => onHover(undefined)}
    >
      {layers
        .filter(({ tokens }) => tokens > 0)
        .map(({ id, tokens }) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- a shortcut for the pointer; the list beneath has the buttons
          <span
            key={id}
            className="layer-slab"
            data-layer={id}
            data-dim={hot !== undefined && hot !== id ? true : undefined}
            style={{ flexGrow: tokens }}
            onPointerEnter={() => onHover(id)}
            onClick={() => onOpen(id)}
          >
            {tokens / total >= NAMED_SHARE ? id : null}
          </span>
        ))}
    </div>
  )
}

function byId(layers: readonly LayerView[]): Record<LayerId, number> {
  const tokens: Record<LayerId, number> = { L1: 0, L2: 0, L3: 0, L4: 0, L5: 0 }
  for (const layer of layers) tokens[layer.id] = layer.tokens
  return tokens
}
