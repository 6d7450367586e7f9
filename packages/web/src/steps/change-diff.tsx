import { useMemo } from 'react'
import type { ToolCall } from '../api/guard-types.ts'
import { DiffLines } from '../parts/diff-lines.tsx'
import { diffRows } from '../view-model/text/diff-rows.ts'

type Preview = NonNullable<NonNullable<ToolCall['question']>['preview']>

const SHOWN_ROWS = 200

/** A file as it is and as it would be. */
export function ChangeDiff({ preview }: { readonly preview: Preview }) {
  const { path, before, after, movedFrom } = preview
  const { rows, added, removed, left } = useMemo(
    () => diffRows(before ?? '', after ?? '', SHOWN_ROWS),
    [before, after],
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
      {rows.length === 0 ? null : <DiffLines rows={rows} left={left} label={`Change to ${path}`} />}
    </div>
  )
}
