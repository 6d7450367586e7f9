import { type ReactNode, useId } from 'react'
import './switch.css'

interface SwitchProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** What it means and what it takes. */
  readonly children: ReactNode
}

/** Something that is on or off at once, with what it means below. */
export function Switch({ label, checked, onChange, children }: SwitchProps) {
  const id = useId()
  return (
    <div className="switch">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-describedby={`${id}-about`}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div id={`${id}-about`} className="switch-about">
        {children}
      </div>
    </div>
  )
}
