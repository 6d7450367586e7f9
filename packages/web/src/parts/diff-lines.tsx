import type { DiffRow } from '../view-model/text/rows.ts'
import './diff-lines.css'
import { t } from '../i18n/t.ts'

interface DiffLinesProps {
  readonly rows: readonly DiffRow[]
  /** Rows that are not shown. */
  readonly left: number
  readonly label: string
  /** Shows more of them. */
  readonly onMore?: () => void
}

const SIGNS = { same: ' ', added: '+', removed: '−', gap: '…' } as const
const WORDS = { same: '', added: 'added: ', removed: 'removed: ', gap: '' } as const

/** Lines that come and go, by colour and by sign; read aloud by word. */
export function DiffLines({ rows, left, label, onMore }: DiffLinesProps) {
  return (
    <div className="change-rows mono" role="region" aria-label={label} tabIndex={0}>
      {rows.map((row, at) => (
        // Rows of one text in its order: nothing else tells two equal ones apart.
        // oxlint-disable-next-line react/no-array-index-key
        <Row key={at} row={row} />
      ))}
      {left > 0 ? (
        <p className="change-left">
          {onMore ? (
            <button type="button" className="tool-undo" onClick={onMore}>
              {t('Show {count} more {count|line|lines}', { count: left })}
            </button>
          ) : (
            t('{more} more {more|line|lines}', { more: left })
          )}
        </p>
      ) : null}
    </div>
  )
}

function Row({ row: { kind, line, text } }: { readonly row: DiffRow }) {
  return (
    <div className="change-row" data-kind={kind}>
      <span className="change-line" aria-hidden="true">
        {kind === 'gap' ? '' : line}
      </span>
      <span className="change-sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <span className="change-text">
        <span className="visually-hidden">{WORDS[kind]}</span>
        {text}
      </span>
    </div>
  )
}
