interface AddOneProps {
  readonly label: string
  readonly choices: readonly (readonly [value: string, name: string])[]
  readonly onAdd: (value: string) => void
}

/** A list to choose from, which is back at its beginning after each choice. */
export function AddOne({ label, choices, onAdd }: AddOneProps) {
  return (
    <select
      className="text-field"
      aria-label={label}
      value=""
      onChange={(event) => {
        if (event.target.value !== '') onAdd(event.target.value)
      }}
    >
      <option value="">{label}…</option>
      {choices.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}
