import type { RefObject } from 'react'
import { flushSync } from 'react-dom'

export interface CaretPlace {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly place: number
  /** Gives the field its new text. */
  readonly change: () => void
}

/**
 * Changes the text of a field and puts the caret into it at once. A frame later someone may have typed on, and the
 * caret would jump back before what they typed.
 */
export function placeCaret({ field, place, change }: CaretPlace): void {
  flushSync(change)
  field.current?.focus()
  field.current?.setSelectionRange(place, place)
  // A menu or a form that closes gives the focus to its button first.
  requestAnimationFrame(() => field.current?.focus())
}
