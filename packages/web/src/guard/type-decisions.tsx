import { findingName, FINDING_TYPES, upperFirst } from '../view-model/rules/guard-words.ts'
import { Fold } from './fold.tsx'
import type { GuardPartProps } from './guard-part-props.ts'

/** What is done with each type without asking. */
export function TypeDecisions({ policy, onChange }: GuardPartProps) {
  const { decisions } = policy
  // Rules of one's own have types too, once something was decided about them.
  const types = [...new Set([...FINDING_TYPES, ...Object.keys(decisions)])]
  const decide = (type: string, value: string) => {
    const others = Object.fromEntries(Object.entries(decisions).filter(([other]) => other !== type))
    onChange({ decisions: value === 'redact' || value === 'send' ? { ...others, [type]: value } : others })
  }
  return (
    <Fold title="Decisions by type" count={Object.keys(decisions).length}>
      <ul className="type-decisions">
        {types.map((type) => {
          const name = upperFirst(findingName(type, 2))
          return (
            <li key={type}>
              <span>{name}</span>
              <select
                className="text-field"
                aria-label={name}
                value={decisions[type] ?? ''}
                onChange={(event) => decide(type, event.target.value)}
              >
                <option value="">By how grave it is</option>
                <option value="redact">Always redact</option>
                <option value="send">Always send</option>
              </select>
            </li>
          )
        })}
      </ul>
    </Fold>
  )
}
