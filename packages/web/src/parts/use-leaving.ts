import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Calls `onLeave` when a click or the focus goes elsewhere. */
export function useLeaving(root: RefObject<HTMLElement | null>, open: boolean, onLeave: () => void): void {
  const leave = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && !root.current?.contains(event.target)) onLeave()
  })
  useEffect(() => {
    if (!open) return undefined
    const listen = (event: Event) => leave(event)
    document.addEventListener('pointerdown', listen)
    document.addEventListener('focusin', listen)
    return () => {
      document.removeEventListener('pointerdown', listen)
      document.removeEventListener('focusin', listen)
    }
  }, [open])
}
