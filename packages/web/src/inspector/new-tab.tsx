import type { FreshView, InspectionView, LayerView } from '@varve/server/types'
import { useState } from 'react'
import { LayerTag } from '../parts/layer-tag.tsx'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import { describeNewBar, newWords } from '../view-model/thread/new-words.ts'
import { SegmentRow } from './segment-row.tsx'
import '../parts/show-more.css'
import './new-tab.css'

/** As many segments of one stretch are drawn at first. */
const FIRST_SEGMENTS = 40

/** What the model reads for the first time in this request, in its order, and why so much or so little. */
export function NewTab({ inspection }: { readonly inspection: InspectionView }) {
  const { fresh, layers } = inspection
  if (!fresh)
    return (
      <p>
        This request was sent before it was recorded what is new in one. Under Cache it says where it differs
        from the call before: {inspection.divergence}
      </p>
    )
  return (
    <>
      <p className="inspector-total figures">
        <b>{formatTokens(fresh.newTokens)}</b>
        <span>
          {fresh.newTokens === 1 ? 'token' : 'tokens'} new of{' '}
          {formatTokens(fresh.keptTokens + fresh.newTokens)}
        </span>
      </p>
      <div className="new-bar" role="img" aria-label={describeNewBar(fresh)}>
        {fresh.keptTokens > 0 ? <span className="kept" style={{ flexGrow: fresh.keptTokens }} /> : null}
        <span className="new" style={{ flexGrow: Math.max(1, fresh.newTokens) }} />
      </div>
      <p className="new-words">{newWords(inspection, fresh)}</p>
      <ol className="new-runs">
        {fresh.runs.map((run) => (
          <NewRun
            key={`${run.layer} ${run.from}`}
            run={run}
            layer={layers.find(({ id }) => id === run.layer)}
          />
        ))}
      </ol>
    </>
  )
}

interface NewRunProps {
  readonly run: FreshView['runs'][number]
  readonly layer: LayerView | undefined
}

/** Segments of one layer that stand behind each other. */
function NewRun({ run, layer }: NewRunProps) {
  const [all, setAll] = useState(false)
  if (!layer) return null
  const segments = layer.segments.slice(run.from, run.from + run.count)
  const shown = all ? segments : segments.slice(0, FIRST_SEGMENTS)
  const more = segments.length - shown.length
  return (
    <li data-layer={run.layer}>
      <h3>
        <LayerTag id={run.layer} />
        <b>{layer.title}</b>
        <span className="grow" />
        <span className="figures">{formatTokens(segments.reduce((sum, { tokens }) => sum + tokens, 0))}</span>
      </h3>
      <ul className="segments">
        {shown.map((segment, index) => (
          <SegmentRow key={`${segment.name} ${run.from + index}`} segment={segment} />
        ))}
      </ul>
      {more > 0 ? (
        <button type="button" className="show-more" onClick={() => setAll(true)}>
          {more.toLocaleString('en-US')} more
        </button>
      ) : null}
    </li>
  )
}
