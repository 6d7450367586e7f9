import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** As many turns are drawn at first; a chat of a thousand opens as fast as one of ten. */
const AT_ONCE = 40

/** The newest turns, and the way to earlier ones. What was on screen stays where it is when they appear above it. */
export function useEarlierTurns<T>(turns: readonly T[], box: RefObject<HTMLElement | null>) {
  const [wanted, setWanted] = useState(AT_ONCE)
  const heightBefore = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (box.current && heightBefore.current !== undefined)
      box.current.scrollBy({ top: box.current.scrollHeight - heightBefore.current, behavior: 'instant' })
    heightBefore.current = undefined
  })
  const hidden = Math.max(0, turns.length - wanted)
  const showEarlier = () => {
    heightBefore.current = box.current?.scrollHeight
    setWanted(wanted + AT_ONCE)
  }
  return { shown: turns.slice(hidden), earlier: Math.min(hidden, AT_ONCE), showEarlier }
}
