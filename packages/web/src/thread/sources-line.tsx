import type { SourceView } from '@varve/server/types'
import { SplitName } from '../parts/file-name.tsx'
import { hasLines, lineLabel, sourceName } from '../view-model/files/source-label.ts'
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
            <SplitName name={sourceName(source)} title={source.title ?? source.path} />
            {hasLines(source) ? (
              <span className="sources-lines">, {lineLabel(source.lines, source.unit)}</span>
            ) : null}
          </button>
        </li>
      ))}
    </ul>
  )
}
