import { type KeyboardEvent, type RefObject, useId, useRef } from 'react'
import { useLeaving } from './use-leaving.ts'

export interface Surface {
  /** Of the box around button and surface. */
  readonly root: RefObject<HTMLDivElement | null>
  readonly trigger: RefObject<HTMLButtonElement | null>
  /** Of the surface, for its button. */
  readonly id: string
  /** The focus goes back to the button. */
  readonly close: () => void
  /** True when the key was Esc and has closed it. */
  readonly onEscape: (event: KeyboardEvent) => boolean
}

/** What opens beside its button: it closes on Esc, and when one turns elsewhere. */
export function useSurface(open: boolean, setOpen: (open: boolean) => void): Surface {
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const id = useId()
  useLeaving(root, open, () => setOpen(false))
  const close = () => {
    setOpen(false)
    trigger.current?.focus()
  }
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return false
    event.preventDefault()
    event.stopPropagation()
    close()
    return true
  }
  return { root, trigger, id, close, onEscape }
}
