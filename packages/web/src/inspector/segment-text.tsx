import type { SegmentView } from '@varve/server/types'
import { useState } from 'react'
import '../parts/show-more.css'

const FIRST_LINES = 14

/** The exact text as it stands in the request. An update shows what was added and removed, by sign and by colour. */
export function SegmentText({ segment }: { readonly segment: SegmentView }) {
  const [all, setAll] = useState(false)
  const lines = segment.text.split('\n')
  const shown = all ? lines : lines.slice(0, FIRST_LINES)
  const more = lines.length - shown.length
  if (segment.text === '') return <p className="segment-empty faint">No text.</p>
  return (
    <>
      <pre className="segment-text" tabIndex={0} aria-label={`Exact text of ${segment.name}`}>
        {shown.map((line, index) => (
          // Lines have no other name than their place.
          <span key={index} className={segment.form === 'update' ? changeOf(line) : undefined}>
            {`${line}\n`}
          </span>
        ))}
      </pre>
      {more > 0 ? (
        <button type="button" className="show-more" onClick={() => setAll(true)}>
          {more} more {more === 1 ? 'line' : 'lines'}
        </button>
      ) : null}
    </>
  )
}

function changeOf(line: string): string | undefined {
  if (/^\+(?!\+\+)/.test(line)) return 'added'
  if (/^-(?!--)/.test(line)) return 'removed'
  return undefined
}
