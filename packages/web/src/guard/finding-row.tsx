import { useFiles } from '../api/file-queries.ts'
import { type FindingGroup, groupName, placeName, upperFirst } from '../view-model/rules/guard-words.ts'
import { useActions } from '../workbench/actions.ts'

/** As many masked values are shown of one type. */
const SHOWN = 4

interface FindingRowProps {
  readonly group: FindingGroup
  /** How many different values: several may look the same once they are masked. */
  readonly values: number
}

/** One type: the values masked, how grave, where they stand, and what to make of it. */
export function FindingRow({ group, values }: FindingRowProps) {
  const { severity, masked, places, advice } = group
  const more = Math.max(values, masked.length) - Math.min(masked.length, SHOWN)
  return (
    <li className="guard-finding" data-severity={severity}>
      <span className="guard-type">
        <i className="guard-dot" aria-hidden="true" />
        <b>{upperFirst(groupName(group, values))}</b>
        <span className="guard-severity">{upperFirst(severity)}</span>
      </span>
      <span className="guard-about">
        <span className="mono guard-masked">
          {masked.slice(0, SHOWN).map((value) => (
            <span key={value}>{value}</span>
          ))}
          {more > 0 ? <span>and {more} more</span> : null}
        </span>
        <span className="guard-places">
          {places.map(({ place, count }, at) => (
            <span key={place}>
              {at === 0 ? '' : '; '}
              {place === 'history' ? '' : 'in '}
              <Place place={place} />
              {count > 1 ? ` (${count} times)` : ''}
            </span>
          ))}
        </span>
        <span className="guard-advice">{advice}</span>
      </span>
    </li>
  )
}

/** A note opens; the rest is named. */
function Place({ place }: { readonly place: string }) {
  const { openPreview } = useActions()
  const { data: files = [] } = useFiles()
  if (!files.some(({ path }) => path === place)) return <>{placeName(place)}</>
  return (
    <button type="button" className="guard-place" onClick={() => openPreview({ path: place })}>
      {place}
    </button>
  )
}
