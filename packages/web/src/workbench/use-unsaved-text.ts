import { useSyncExternalStore } from 'react'
import { keepUnsaved, knownUnsaved, onUnsaved, type UnsavedText } from './unsaved-texts.ts'

export interface KeptText {
  readonly typed: UnsavedText | undefined
  /** As it is now, also after another text was drawn. */
  readonly latest: () => UnsavedText | undefined
  /** Nothing drops what was typed. */
  readonly keep: (typed: UnsavedText | undefined) => void
}

/**
 * What is typed and not saved yet. It outlives looking at something else, and a reload. The field is drawn with it
 * before the next key comes: what is told any later is typed over.
 */
export function useUnsavedText(what: string): KeptText {
  const latest = () => knownUnsaved(what)
  const typed = useSyncExternalStore(onUnsaved, latest, latest)
  return { typed, latest, keep: (next) => keepUnsaved(what, next) }
}
