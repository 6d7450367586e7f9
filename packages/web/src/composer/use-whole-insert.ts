import { type RefObject, useEffect } from 'react'

/** Shorter texts are put in by the browser, which can take them back by itself. */
const LONG = 2_000

/**
 * Puts a long text into the field at once. Browsers type it line by line and lay out the whole field after each:
 * thousands of lines, as dictation, a keyboard or another program may hand over, would stop the page for half a
 * minute.
 */
export function useWholeInsert(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const element = field.current
    const insert = (event: InputEvent) => {
      const { data, inputType } = event
      if (!element || inputType !== 'insertText' || data === null || data.length <= LONG) return
      event.preventDefault()
      element.setRangeText(data, element.selectionStart, element.selectionEnd, 'end')
      element.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data }))
    }
    element?.addEventListener('beforeinput', insert)
    return () => element?.removeEventListener('beforeinput', insert)
  }, [field])
}
