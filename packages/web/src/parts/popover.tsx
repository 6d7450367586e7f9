import { type MouseEvent, type ReactNode, useState } from 'react'
import { useSurface } from './use-surface.ts'
import './popover.css'

interface PopoverProps {
  readonly label: string
  /** The inside of the button that opens it. A sign alone takes the label as its name. */
  readonly button: ReactNode
  readonly isSign?: boolean
  readonly buttonClass: string
  readonly align: 'start' | 'end'
  readonly side: 'above' | 'below'
  readonly children: ReactNode
}

/** A small surface beside its button. It closes once something in it was chosen, on Esc, and when one turns elsewhere. */
export function Popover({ label, button, isSign = false, buttonClass, align, side, children }: PopoverProps) {
  const [open, setOpen] = useState(false)
  const { root, trigger, id, close, onEscape } = useSurface(open, setOpen)
  // What was chosen acts first: a dialog that it opens then gives focus back to this popover's button.
  const closeAfterChoice = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('button')) close()
  }
  return (
    <div ref={root} className="popover" onKeyDown={onEscape}>
      <button
        ref={trigger}
        type="button"
        className={buttonClass}
        title={label}
        aria-label={isSign ? label : undefined}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      <div
        id={id}
        className={`popover-surface ${align} ${side}`}
        role="group"
        aria-label={label}
        hidden={!open}
        onClick={closeAfterChoice}
      >
        {open ? children : null}
      </div>
    </div>
  )
}
