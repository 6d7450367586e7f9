import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Within this distance the reader counts as being at the end. */
const NEAR = 48

/** Keeps a scrolled box at its end while the reader is there, and lets go as soon as they scroll away. */
export function useStickToEnd() {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const stick = useRef(true)
  const [atEnd, setAtEnd] = useState(true)
  const toEnd = useCallback(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior: 'instant' })
  }, [])

  /** Lets go although the reader is at the end: something else is to stay in place. */
  const release = useCallback(() => {
    stick.current = false
  }, [])

  useLayoutEffect(toEnd, [toEnd])
  useEffect(() => {
    const element = box.current
    if (!element || !content.current) return undefined
    let before = element.scrollTop
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = element
      const isNear = scrollHeight - scrollTop - clientHeight < NEAR
      // Only who scrolls back leaves the end: text may have grown further since it was last followed.
      stick.current = isNear || (stick.current && scrollTop >= before)
      before = scrollTop
      setAtEnd(stick.current)
    }
    const observer = new ResizeObserver(() => {
      if (stick.current) toEnd()
    })
    observer.observe(content.current)
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [toEnd])

  return { box, content, atEnd, toEnd, release }
}
