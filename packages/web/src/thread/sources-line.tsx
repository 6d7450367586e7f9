import type { SourceView } from '@varve/server/types'
import { FileName } from '../parts/file-name.tsx'
import { lineLabel } from '../view-model/files/source-label.ts'
import './sources-line.css'

interface SourcesLineProps {
  readonly sources: readonly SourceView[]
  readonly onOpen: (source: SourceView) => void
}

/** What the answer rests on, each with its lines. */
export function SourcesLine({ sources, onOpen }: SourcesLineProps) {
  if (sources.length === 0) return null
  return (
    <ul className="sources-line" aria-label="Sources">
      {sources.map((source) => (
        <li key={source.number}>
          <button type="button" onClick={() => onOpen(source)}>
            <span className="citation">{source.number}</span>
            <FileName path={source.path} />
            <span className="sources-lines">, {lineLabel(source.lines)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
