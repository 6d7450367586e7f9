import type { FileView } from '@varve/server/types'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { findMention, type Mention } from '../view-model/find-mention.ts'
import { type FileMatch, rankFiles } from '../view-model/rank-files.ts'

/** As many as are seen at a glance; typing more finds the rest. */
const SHOWN = 7

export interface MentionPicker {
  readonly mention: Mention | undefined
  readonly matches: readonly FileMatch[]
  /** How many match in all. */
  readonly found: number
  /** How many files are not offered because they hold no text. */
  readonly withoutText: number
  readonly active: number
  readonly setActive: (index: number) => void
  /** Returns whether the key was meant for the picker. */
  readonly onKey: (event: KeyboardEvent, pick: (match: FileMatch) => void) => boolean
}

/** The list behind `@`: what matches, which entry is active, and the keys that move in it. No caret, no list. */
export function useMentionPicker(
  text: string,
  caret: number | undefined,
  files: readonly FileView[],
): MentionPicker {
  const [active, setActive] = useState(0)
  const [dismissed, setDismissed] = useState<number>()
  const standing = caret === undefined ? undefined : findMention(text, caret)
  const mention = standing && standing.start !== dismissed ? standing : undefined
  const query = mention?.query
  const readable = useMemo(() => files.filter((file) => file.tokens !== undefined), [files])
  const ranked = useMemo(() => (query === undefined ? [] : rankFiles(readable, query)), [readable, query])
  const matches = ranked.slice(0, SHOWN)
  // A dismissed `@` stays dismissed only as long as it stands there.
  if (dismissed !== undefined && !standing) setDismissed(undefined)
  const [lastQuery, setLastQuery] = useState(query)
  if (lastQuery !== query) {
    setLastQuery(query)
    setActive(0)
  }

  const onKey = (event: KeyboardEvent, pick: (match: FileMatch) => void): boolean => {
    if (!mention || event.nativeEvent.isComposing) return false
    const match = matches[active]
    if (event.key === 'Escape') setDismissed(mention.start)
    else if (event.key === 'ArrowDown' && matches.length > 0) setActive((active + 1) % matches.length)
    else if (event.key === 'ArrowUp' && matches.length > 0)
      setActive((active + matches.length - 1) % matches.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && match && !event.shiftKey) pick(match)
    else return false
    return true
  }
  return {
    mention,
    matches,
    found: ranked.length,
    withoutText: files.length - readable.length,
    active,
    setActive,
    onKey,
  }
}
