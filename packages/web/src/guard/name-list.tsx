import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import '../parts/chip.css'

interface NameListProps {
  readonly label: string
  readonly names: readonly string[]
  readonly nameOf?: (name: string) => string
  readonly placeholder?: string
  readonly onChange: (names: readonly string[]) => void
  /** Instead of a field to type a name into. */
  readonly children?: ReactNode
}

/** Names as chips, to add to and to take out of. */
export function NameList({ label, names, nameOf = String, placeholder, onChange, children }: NameListProps) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const add = (event: FormEvent) => {
    event.preventDefault()
    const name = typed.trim()
    if (name === '') return
    if (!names.includes(name)) onChange([...names, name])
    setTyped('')
  }
  return (
    <div className="name-list" role="group" aria-labelledby={id}>
      <span id={id} className="name-list-label">
        {label}
      </span>
      {names.length === 0 ? null : (
        <div className="chips">
          {names.map((name) => (
            <span key={name} className="chip">
              <span className="chip-body cut">{nameOf(name)}</span>
              <button
                type="button"
                className="chip-remove"
                aria-label={`Remove ${nameOf(name)}`}
                onClick={() => onChange(names.filter((other) => other !== name))}
              >
                <Icon name="close" size={14} />
              </button>
            </span>
          ))}
        </div>
      )}
      {children ?? (
        <form className="name-list-add" onSubmit={add}>
          <input
            className="text-field grow"
            aria-labelledby={id}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" disabled={typed.trim() === ''}>
            Add
          </Button>
        </form>
      )}
    </div>
  )
}
