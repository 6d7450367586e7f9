import { useEffect, useRef } from 'react'

interface OnceReadyOptions {
  readonly loading: boolean
  /** What it is done with: once that is another, as in another chat, it was not asked for. */
  readonly about: object
  readonly act: () => void
}

/** Does at once what is asked for, or, asked for while the page still loads, as soon as it has loaded. */
export function useOnceReady({ loading, about, act }: OnceReadyOptions): () => void {
  const asked = useRef<object>(undefined)
  useEffect(() => {
    if (asked.current !== about) asked.current = undefined
    if (!asked.current || loading) return
    asked.current = undefined
    act()
  }, [loading, about, act])
  return () => {
    if (loading) asked.current = about
    else act()
  }
}
