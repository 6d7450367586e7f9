import type { ForecastView } from '@varve/server/types'
import { Icon } from '../parts/icon.tsx'
import { countMarks } from '../view-model/composer/count-marks.ts'
import { countedFindings } from '../view-model/rules/guard-words.ts'

/** What is private in what would be sent, while one types. */
export function GuardMarks({ forecast }: { readonly forecast: ForecastView | undefined }) {
  const words = countedFindings(countMarks(forecast))
  const asks = forecast?.guard !== undefined
  return (
    <span role="status">
      {words === '' ? null : (
        <span className={asks ? 'chip warned guard-marks' : 'chip guard-marks'}>
          <span className="chip-body">
            <Icon name="shield" size={14} />
            <span className="cut" title={words}>
              {words} found
            </span>
            {asks ? <span className="chip-note">asks before sending</span> : null}
          </span>
        </span>
      )}
    </span>
  )
}
