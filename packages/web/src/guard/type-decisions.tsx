import type { GuardPolicy } from '../api/guard-types.ts'
import { findingName, FINDING_TYPES, isOnlyTold, upperFirst } from '../view-model/rules/guard-words.ts'
import { Fold } from './fold.tsx'
import type { GuardPartProps } from './guard-part-props.ts'

type Decision = GuardPolicy['decisions'][string]

const DECISIONS = {
  ask: 'Always ask',
  redact: 'Always redact',
  send: 'Always send',
} as const satisfies Record<Decision, string>

function isDecision(value: string): value is Decision {
  return Object.hasOwn(DECISIONS, value)
}

/** What is done with each type: by how grave a finding is, or the same each time. */
export function TypeDecisions({ policy, onChange }: GuardPartProps) {
  const { decisions } = policy
  // Rules of one's own have types too, once something was decided about them.
  const types = [...new Set([...FINDING_TYPES, ...Object.keys(decisions)])]
  const decide = (type: string, value: string) => {
    const others = Object.fromEntries(Object.entries(decisions).filter(([other]) => other !== type))
    onChange({ decisions: isDecision(value) ? { ...others, [type]: value } : others })
  }
  return (
    <Fold title="Decisions by type" count={Object.keys(decisions).length}>
      <p className="switch-about">
        By how grave it is: you are asked about what is critical or high. The rest is sent, unless you redact
        what you were asked about; then what is moderate is redacted too. A name is a guess and is only
        pointed out.
      </p>
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
                <option value="">{isOnlyTold(type) ? 'Only point out' : 'By how grave it is'}</option>
                {Object.entries(DECISIONS).map(([decision, words]) => (
                  <option key={decision} value={decision}>
                    {words}
                  </option>
                ))}
              </select>
            </li>
          )
        })}
      </ul>
    </Fold>
  )
}
