import { type RefObject, useEffect, useRef } from 'react'

/**
 * After a pick the caret stands behind a blank, and who types on begins with another one out of habit: that one is
 * not put in. Whatever else is typed or pasted is, and so is a second blank. Returns what tells the place of a pick.
 */
export function useSingleBlank(field: RefObject<HTMLTextAreaElement | null>): (place: number) => void {
  const picked = useRef<number>(undefined)
  useEffect(() => {
    const element = field.current
    const type = (event: InputEvent) => {
      const place = picked.current
      picked.current = undefined
      if (!element || place === undefined || event.inputType !== 'insertText' || event.data !== ' ') return
      const { selectionStart, selectionEnd, value } = element
      const isThere = selectionStart === place && selectionEnd === place
      if (isThere && value.charAt(place - 1) === ' ') event.preventDefault()
    }
    element?.addEventListener('beforeinput', type)
    return () => element?.removeEventListener('beforeinput', type)
  }, [field])
  return (place) => {
    picked.current = place
  }
}
