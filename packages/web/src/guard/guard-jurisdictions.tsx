import { useAreas } from '../api/guard-queries.ts'
import { placeOf } from '../view-model/composer/area-chips.ts'
import { AddOne } from './add-one.tsx'
import { Fold } from './fold.tsx'
import type { GuardPartProps } from './guard-part-props.ts'
import { NameList } from './name-list.tsx'

/** Whose kinds of numbers count for more. */
export function GuardJurisdictions({ policy, onChange }: GuardPartProps) {
  const { jurisdictions } = policy
  const { data: choices } = useAreas(true)
  // Kinds of numbers are those of a country: its parts would say no more.
  const countries = (choices?.jurisdictions ?? [])
    .filter(({ id }) => !id.includes('-'))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return (
    <Fold title="Jurisdictions" count={jurisdictions.length}>
      <NameList
        label="Numbers of these places count for more; of all, where none is named"
        names={jurisdictions}
        nameOf={(id) => placeOf(id, choices)}
        onChange={(names) => onChange({ jurisdictions: names })}
      >
        <AddOne
          label="Add a jurisdiction"
          choices={countries
            .filter(({ id }) => !jurisdictions.includes(id))
            .map(({ id, name }) => [id, name])}
          onAdd={(id) => onChange({ jurisdictions: [...jurisdictions, id] })}
        />
      </NameList>
    </Fold>
  )
}
