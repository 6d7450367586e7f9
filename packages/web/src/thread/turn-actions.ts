import { createContext, type RefObject, useContext, useLayoutEffect, useMemo, useRef } from 'react'
import type { TurnActions } from './use-turn-actions.ts'

/** What the turns of a thread share. It does not change while one types. */
export interface ThreadContext extends TurnActions {
  /** An answer is being written: what would begin another branch has to wait. */
  readonly answering: boolean
  /** Keeps an element where it is on the screen when the turns change next. */
  readonly keepPlace: (element: Element) => void
}

export const ThreadActions = createContext<ThreadContext | undefined>(undefined)

export function useThread(): ThreadContext {
  const thread = useContext(ThreadActions)
  if (!thread) throw new Error('useThread needs a Thread above it')
  return thread
}

/** What was on screen stays where it is when turns appear above it or others take their place. */
export function useKeepPlace(
  box: RefObject<HTMLElement | null>,
  turns: unknown,
  release: () => void,
): (element: Element) => void {
  const kept = useRef<{ readonly element: Element; readonly top: number }>(undefined)
  const shown = useRef(turns)
  useLayoutEffect(() => {
    if (shown.current === turns) return
    shown.current = turns
    const { element, top } = kept.current ?? {}
    kept.current = undefined
    if (!element?.isConnected || top === undefined) return
    box.current?.scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' })
  })
  return useMemo(
    () => (element: Element) => {
      release()
      kept.current = { element, top: element.getBoundingClientRect().top }
    },
    [release],
  )
}
