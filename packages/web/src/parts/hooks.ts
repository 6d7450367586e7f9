import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { writeSetting } from '../setting.ts'

/** A value that follows once it has rested for a moment. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}

/** The present moment, renewed while it is needed. */
export function useNow(everyMilliseconds: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (everyMilliseconds === undefined) return undefined
    const timer = setInterval(() => setNow(Date.now()), everyMilliseconds)
    return () => clearInterval(timer)
  }, [everyMilliseconds])
  return now
}

/** How wide an element is now, in pixels: what is drawn in it keeps the size of its words. 0 until it is laid out. */
export function useWidth<Element extends HTMLElement>(): readonly [RefObject<Element | null>, number] {
  const element = useRef<Element>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    setWidth(current.clientWidth)
    const observer = new ResizeObserver(() => setWidth(current.clientWidth))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}

interface Viewport {
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

type Theme = 'light' | 'dark'

/** The theme in force, and how to switch it. Until someone switches, the system decides. */
export function useTheme(): { readonly theme: Theme; readonly switchTheme: () => void } {
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)')
  const chosen = useSyncExternalStore(subscribeTheme, () =>
    parseTheme(document.documentElement.dataset['theme']),
  )
  const theme = chosen ?? (systemIsDark ? 'dark' : 'light')
  const switchTheme = () => {
    const next = theme === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset['theme'] = next
    writeSetting('varve.theme', next)
  }
  return { theme, switchTheme }
}

function subscribeTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

function parseTheme(value: string | undefined): Theme | undefined {
  return value === 'light' || value === 'dark' ? value : undefined
}

/** Whether an element has been in view. */
export function useSeen(element: { readonly current: Element | null }): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen || !element.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: '400px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isSeen])
  return isSeen
}
