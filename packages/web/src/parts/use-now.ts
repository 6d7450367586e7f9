import { useEffect, useState } from 'react'

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
