import type { LayerId, LayerView } from '@varve/server/types'
import { useId } from 'react'
import { Icon } from '../parts/icon.tsx'
import { LayerTag } from '../parts/layer-tag.tsx'
import { formatShare } from '../view-model/text/format-share.ts'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import { SegmentRow } from './segment-row.tsx'

interface LayerSectionProps {
  readonly layer: LayerView
  readonly total: number
  readonly open: boolean
  readonly hot: boolean
  readonly onToggle: () => void
  readonly onHover: (id: LayerId | undefined) => void
}

/** One line of the legend; opened, it lists what the layer holds. */
export function LayerSection({ layer, total, open, hot, onToggle, onHover }: LayerSectionProps) {
  const listId = useId()
  const empty = layer.segments.length === 0
  return (
    <section className="layer" data-layer={layer.id} data-hot={hot ? true : undefined}>
      <h3>
        <button
          type="button"
          className="layer-head"
          aria-expanded={open && !empty}
          aria-controls={listId}
          disabled={empty}
          onClick={onToggle}
          onPointerEnter={() => onHover(layer.id)}
          onPointerLeave={() => onHover(undefined)}
        >
          <LayerTag id={layer.id} />
          <b>{layer.title}</b>
          <span className="layer-summary cut">{layer.summary || (empty ? 'empty' : '')}</span>
          <span className="layer-share figures">{formatShare(layer.tokens, total)}</span>
          <span className="layer-tokens figures">{formatTokens(layer.tokens)}</span>
          {empty ? <span /> : <Icon name={open ? 'down' : 'right'} size={14} />}
        </button>
      </h3>
      <ul id={listId} className="segments" hidden={!open || empty}>
        {open
          ? layer.segments.map((segment, index) => (
              <SegmentRow key={`${segment.name} ${index}`} segment={segment} />
            ))
          : null}
      </ul>
    </section>
  )
}
