import { useId } from 'react'
import '../parts/text-field.css'

interface NumberSettingProps {
  readonly label: string
  /** What may be typed, and what holds while nothing is. */
  readonly hint: string
  readonly text: string
  readonly refused: string | undefined
  readonly onText: (text: string) => void
  readonly onCommit: () => void
}

/** A field for a number that may stay empty. It is taken over with Enter and when one goes elsewhere. */
export function NumberSetting({ label, hint, text, refused, onText, onCommit }: NumberSettingProps) {
  const id = useId()
  return (
    <div className="model-setting">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="text-field figures"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        placeholder="Model’s own"
        value={text}
        aria-invalid={refused !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onText(event.target.value)}
        onBlur={onCommit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onCommit()
        }}
      />
      <p
        id={`${id}-hint`}
        className={refused === undefined ? 'model-setting-hint' : 'model-setting-hint refused'}
      >
        <span role="status">{refused ?? ''}</span>
        {refused === undefined ? hint : ''}
      </p>
    </div>
  )
}
