import type { Observer } from './app-event.ts'

/** An observer that cannot harm: what it throws is reported once and changes nothing else. */
export function createObserve(observer: Observer | undefined, report: (message: string) => void): Observer {
  if (!observer) return () => undefined
  let isReported = false
  return (event) => {
    try {
      observer(event)
    } catch (error) {
      if (isReported) return
      isReported = true
      report(`Something that watches over Varve failed; this is said once. ${String(error)}`)
    }
  }
}
