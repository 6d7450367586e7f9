import type { LayerId } from '@varve/server/types'
import './layer-tag.css'

/** "L1" to "L5" on its colour: the colour never stands alone. */
export function LayerTag({ id }: { readonly id: LayerId }) {
  return (
    <span className="layer-tag" data-layer={id}>
      {id}
    </span>
  )
}
