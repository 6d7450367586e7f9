import type { LayerId } from '@varve/server/types'
import { layerShares } from '../view-model/thread/layer-shares.ts'

/** The layers of a request as a thin core sample. Its meaning is in the label of the button around it. */
export function LayerStrip({ tokens }: { readonly tokens: Readonly<Record<LayerId, number>> }) {
  return (
    <span className="layer-strip" aria-hidden="true">
      {layerShares(tokens)
        .filter((share) => share.tokens > 0)
        .map((share) => (
          <span key={share.id} data-layer={share.id} style={{ flexGrow: share.tokens }} />
        ))}
    </span>
  )
}
