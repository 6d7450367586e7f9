import { type FormEvent, useId, useState } from 'react'
import { adviseOn } from '../api/web-error.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Fold } from './fold.tsx'
import type { GuardPartProps } from './guard-part-props.ts'

interface CustomRulesProps extends GuardPartProps {
  /** Why the rule that was added last was refused. */
  readonly error: unknown
}

/** Words of one's own that are not to leave, such as the name of a client. */
export function CustomRules({ policy, onChange, error }: CustomRulesProps) {
  const { custom } = policy
  const [name, setName] = useState('')
  const [pattern, setPattern] = useState('')
  const id = useId()
  const isWhole = name.trim() !== '' && pattern !== ''
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole) return
    const onSuccess = () => {
      setName('')
      setPattern('')
    }
    onChange({ custom: [...custom, { name: name.trim(), pattern }] }, { onSuccess })
  }
  return (
    <Fold title="Rules of your own" count={custom.length}>
      {custom.length === 0 ? null : (
        <ul className="custom-rules">
          {custom.map((rule) => (
            <li key={`${rule.name} ${rule.pattern}`}>
              <b>{rule.name}</b>
              <code className="cut">{rule.pattern}</code>
              <button
                type="button"
                className="icon-button small"
                aria-label={`Remove the rule ${rule.name}`}
                onClick={() => onChange({ custom: custom.filter((other) => other !== rule) })}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className="custom-rule" onSubmit={add}>
        <label>
          Name
          <input
            className="text-field"
            placeholder="Client"
            autoComplete="off"
            maxLength={40}
            aria-describedby={id}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label>
          Text to find
          <input
            className="text-field"
            placeholder="Harbour Street Holdings"
            autoComplete="off"
            spellCheck={false}
            maxLength={400}
            aria-describedby={id}
            value={pattern}
            onChange={(event) => setPattern(event.target.value)}
          />
        </label>
        <Button type="submit" disabled={!isWhole}>
          Add rule
        </Button>
      </form>
      <p id={id} className="custom-rule-problem" role="alert">
        {error ? adviseOn(error).what : ''}
      </p>
    </Fold>
  )
}
