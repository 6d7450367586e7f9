import type { ForecastView } from '@varve/server/types'
import { Icon } from '../parts/icon.tsx'
import { foreseenFindings } from '../view-model/composer/foreseen-findings.ts'
import { useActions } from '../workbench/actions.ts'

/** What is private in what would be sent, while one types; it leads to what the guard goes by. */
export function GuardMarks({ forecast }: { readonly forecast: ForecastView | undefined }) {
  const { dispatch } = useActions()
  return (
    <span role="status">
      {foreseenFindings(forecast).map(({ words, note, asks }) => (
        <span key={note} className={asks ? 'chip warned guard-marks' : 'chip guard-marks'}>
          <button
            type="button"
            className="chip-body"
            title="Open the settings of the guard"
            onClick={() => dispatch({ kind: 'dialog', dialog: 'guard-settings' })}
          >
            <Icon name="shield" size={14} />
            <span>{words}</span>
            <span className="chip-note">{note}</span>
          </button>
        </span>
      ))}
    </span>
  )
}
