import { type RefObject, useEffect, useState } from 'react'

export interface Viewport {
  readonly scrollTop: number
  readonly height: number
}

/** How far an element is scrolled, and how much of it is in view. */
export function useViewport(ref: RefObject<HTMLElement | null>): Viewport {
  const [view, setView] = useState<Viewport>({ scrollTop: 0, height: 800 })
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () =>
      setView((before) => {
        const { scrollTop, clientHeight: height } = element
        return before.scrollTop === scrollTop && before.height === height ? before : { scrollTop, height }
      })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [ref])
  return view
}
