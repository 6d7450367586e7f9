import type { SourceView } from '@varve/server/types'
import { sourceLabel } from '../view-model/files/source-label.ts'

interface CitationProps {
  readonly number: number
  readonly source: SourceView | undefined
  readonly onOpen: (source: SourceView) => void
}

/** A small number that opens its source. While an answer streams, its sources are not known yet. */
export function Citation({ number, source, onOpen }: CitationProps) {
  if (!source) return <span className="citation">{number}</span>
  const label = sourceLabel(source)
  return (
    <button
      type="button"
      className="citation"
      title={label}
      aria-label={`Source ${number}: ${label}`}
      onClick={() => onOpen(source)}
    >
      {number}
    </button>
  )
}
