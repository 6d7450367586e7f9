import { useEffect, useEffectEvent } from 'react'

/** Acts when one goes back or forward in the browser; one that does not tell the two from a link says nothing. */
export function useTraversal(act: () => void): void {
  const onNavigate = useEffectEvent((event: NavigateEvent) => {
    if (event.navigationType === 'traverse') act()
  })
  useEffect(() => {
    if (!('navigation' in globalThis)) return undefined
    const listen = (event: NavigateEvent) => onNavigate(event)
    navigation.addEventListener('navigate', listen)
    return () => navigation.removeEventListener('navigate', listen)
  }, [])
}
