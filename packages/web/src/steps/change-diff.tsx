import { useMemo, useState } from 'react'
import type { ToolCall } from '../api/guard-types.ts'
import { DiffLines } from '../parts/diff-lines.tsx'
import { diffRows } from '../view-model/text/diff-rows.ts'

type Preview = NonNullable<NonNullable<ToolCall['question']>['preview']>

/** A long change is read in parts: so many rows at first, and with each click. */
const SHOWN_ROWS = 200
const MORE_ROWS = 5_000

/** A file as it is and as it would be. */
export function ChangeDiff({ preview }: { readonly preview: Preview }) {
  const { path, before, after, movedFrom, files } = preview
  const [most, setMost] = useState(SHOWN_ROWS)
  const { rows, added, removed, left } = useMemo(
    () => diffRows(before ?? '', after ?? '', most),
    [before, after, most],
  )
  return (
    <div className="change-diff">
      <p className="change-path">
        <span className="cut grow">
          {movedFrom === undefined ? path : `${movedFrom} → ${path}`}
          {before === undefined && movedFrom === undefined ? ' (new)' : ''}
          {after === undefined && movedFrom === undefined ? ' (would be removed)' : ''}
        </span>
        {added + removed === 0 ? null : (
          <span className="figures">
            <span className="change-added">+{added}</span> <span className="change-removed">−{removed}</span>
          </span>
        )}
      </p>
      {files ? (
        <div
          className="change-rows mono"
          role="region"
          aria-label={`Files that move to ${path}`}
          tabIndex={0}
        >
          <ul>
            {files.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {rows.length === 0 ? null : (
        <DiffLines
          rows={rows}
          left={left}
          label={`Change to ${path}`}
          onMore={() => setMost(most + MORE_ROWS)}
        />
      )}
    </div>
  )
}
