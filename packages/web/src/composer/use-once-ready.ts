import { useEffect, useRef } from 'react'

/** Does at once what is asked for, or, asked for while the page still loads, as soon as it has loaded. */
export function useOnceReady(loading: boolean, act: () => void): () => void {
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isAsked.current || loading) return
    isAsked.current = false
    act()
  }, [loading, act])
  return () => {
    if (loading) isAsked.current = true
    else act()
  }
}
