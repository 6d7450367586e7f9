import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import '../parts/chip.css'

interface NameListProps {
  readonly label: string
  readonly names: readonly string[]
  readonly nameOf?: (name: string) => string
  readonly placeholder?: string
  readonly onChange: (names: readonly string[], options?: { readonly onSuccess?: () => void }) => void
  /** Why the name that was added last was refused. */
  readonly problem?: string | undefined
  /** Instead of a field to type a name into. */
  readonly children?: ReactNode
}

/** Names as chips, to add to and to take out of. */
export function NameList(props: NameListProps) {
  const { label, names, nameOf = String, placeholder, onChange, problem, children } = props
  const [typed, setTyped] = useState('')
  const id = useId()
  const add = (event: FormEvent) => {
    event.preventDefault()
    const name = typed.trim()
    if (name === '') return
    // What is refused stays in the field, to be put right.
    if (names.includes(name)) setTyped('')
    else onChange([...names, name], { onSuccess: () => setTyped('') })
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
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={`${id}-problem`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" disabled={typed.trim() === ''}>
            Add
          </Button>
        </form>
      )}
      {children ? null : (
        <p id={`${id}-problem`} className="custom-rule-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
