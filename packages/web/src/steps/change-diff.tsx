import { useMemo } from 'react'
import type { ToolCall } from '../api/guard-types.ts'
import { type DiffRow, diffRows } from '../view-model/diff-rows.ts'

type Preview = NonNullable<NonNullable<ToolCall['question']>['preview']>

const SHOWN_ROWS = 200
const SIGNS = { same: ' ', added: '+', removed: '−', gap: '…' } as const
const WORDS = { same: '', added: 'added: ', removed: 'removed: ', gap: '' } as const

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
      {rows.length === 0 ? null : (
        <div className="change-rows mono" role="region" aria-label={`Change to ${path}`} tabIndex={0}>
          {rows.map((row, at) => (
            // Rows of one text in its order: nothing else tells two equal ones apart.
            // oxlint-disable-next-line react/no-array-index-key
            <Row key={at} row={row} />
          ))}
          {left > 0 ? <p className="change-left">{left} more lines</p> : null}
        </div>
      )}
    </div>
  )
}

function Row({ row: { kind, line, text } }: { readonly row: DiffRow }) {
  return (
    <div className="change-row" data-kind={kind}>
      <span className="change-line" aria-hidden="true">
        {kind === 'gap' ? '' : line}
      </span>
      <span aria-hidden="true">{SIGNS[kind]}</span>
      <span className="change-text">
        <span className="visually-hidden">{WORDS[kind]}</span>
        {text}
      </span>
    </div>
  )
}
