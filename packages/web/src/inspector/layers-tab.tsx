import type { InspectionView, LayerId } from '@varve/server/types'
import { useState } from 'react'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import { shortHash } from '../view-model/text/short-hash.ts'
import { LayerBar } from './layer-bar.tsx'
import { LayerSection } from './layer-section.tsx'
import { OmissionList } from './omission-list.tsx'
import './layers-tab.css'

interface LayersTabProps {
  readonly inspection: InspectionView
  readonly notices: readonly string[]
}

/** The bar and the list beneath it, which is its legend: same order, colours and numbers. */
export function LayersTab({ inspection, notices }: LayersTabProps) {
  const [hot, setHot] = useState<LayerId>()
  const [open, setOpen] = useState<ReadonlySet<LayerId>>(() => openAtFirst(inspection))
  const toggle = (id: LayerId) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  return (
    <>
      <p className="inspector-total figures">
        <b>{formatTokens(inspection.totalTokens)}</b>
        <span>tokens of {formatTokens(inspection.budgetTokens)}</span>
        <span className="mono" title={`Content hash, the same for every model: ${inspection.contentHash}`}>
          {shortHash(inspection.contentHash)}
        </span>
      </p>
      <LayerBar layers={inspection.layers} hot={hot} onHover={setHot} onOpen={toggle} />
      <div className="layer-list" data-dimmed={hot === undefined ? undefined : true}>
        {inspection.layers.map((layer) => (
          <LayerSection
            key={layer.id}
            layer={layer}
            total={inspection.totalTokens}
            open={open.has(layer.id)}
            hot={hot === layer.id}
            onToggle={() => toggle(layer.id)}
            onHover={setHot}
          />
        ))}
      </div>
      <OmissionList omissions={inspection.omissions} notices={notices} />
    </>
  )
}

/** Notes are what one looks for: the library and this turn are open when they hold something. */
function openAtFirst({ layers }: InspectionView): ReadonlySet<LayerId> {
  const notes = layers.filter(({ id, segments }) => (id === 'L2' || id === 'L3') && segments.length > 0)
  return new Set(notes.map(({ id }) => id))
}
