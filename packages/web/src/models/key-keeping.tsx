import type { KeyKeeping as Keeping } from '@varve/server/types'

interface KeyKeepingProps {
  readonly value: Keeping
  readonly onChange: (value: Keeping) => void
}

const CHOICES: readonly { readonly value: Keeping; readonly title: string; readonly hint: string }[] = [
  {
    value: 'sealed',
    title: 'Keep on this machine, sealed',
    hint: 'Encrypted in the database. What opens it lies outside.',
  },
  { value: 'memory', title: 'Only until Varve stops', hint: 'In memory, never written to disk.' },
]

/** How long a key is kept. */
export function KeyKeeping({ value, onChange }: KeyKeepingProps) {
  return (
    <fieldset className="key-keeping">
      <legend className="visually-hidden">How long it is kept</legend>
      {CHOICES.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name="key-keeping"
            value={choice.value}
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          <span>
            {choice.title}
            <small className="provider-key-hint">{choice.hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
