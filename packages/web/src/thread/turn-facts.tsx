import type { TurnView } from '@varve/server/types'
import { useAreas } from '../api/guard-queries.ts'
import { Icon } from '../parts/icon.tsx'
import { placeOf } from '../view-model/composer/area-chips.ts'
import { guardWords } from '../view-model/rules/guard-words.ts'
import './turn-facts.css'

/** What a message was about when it was sent, and what the guard did with it. */
export function TurnFacts({ turn }: { readonly turn: TurnView }) {
  const { areas = [], jurisdictions = [], guard } = turn
  const { data: choices } = useAreas(jurisdictions.length > 0)
  const about = [...areas.map(({ name }) => name), ...jurisdictions.map((id) => placeOf(id, choices))]
  const facts = guard ? guardWords(guard) : []
  if (about.length + facts.length === 0) return null
  return (
    <ul className="turn-facts" aria-label="About this message">
      {about.length === 0 ? null : (
        <li>
          <Icon name="bulb" size={14} />
          With guidance for {about.join(', ')}
        </li>
      )}
      {facts.map((words) => (
        <li key={words}>
          <Icon name="shield" size={14} />
          {words}
        </li>
      ))}
    </ul>
  )
}
