import { type KeyboardEvent, useMemo, useState } from 'react'
import { useFileContent } from '../api/file-queries.ts'
import { findMention, type Mention } from '../view-model/composer/find-mention.ts'
import { headedNote, headingGroup } from '../view-model/composer/heading-group.ts'
import {
  type MentionGroup,
  mentionGroups,
  type MentionOption,
} from '../view-model/composer/mention-groups.ts'
import { findSpacedMention } from '../view-model/composer/spaced-mention.ts'
import { moveIn } from '../view-model/text/move-in.ts'
import { type MentionableState, useMentionable } from './use-mentionable.ts'

export interface MentionPicker {
  readonly mention: Mention | undefined
  readonly groups: readonly MentionGroup[]
  readonly mentionable: MentionableState
  /** Counted through all groups. */
  readonly active: number
  readonly setActive: (index: number) => void
  /** Returns whether the key was meant for the picker. */
  readonly onKey: (event: KeyboardEvent, pick: (option: MentionOption) => void) => boolean
}

/** The list behind `@`, `[[` and `/`: what matches, which entry is active, and the keys that move in it. No caret, no list. */
export function useMentionPicker(text: string, caret: number | undefined): MentionPicker {
  const [active, setActive] = useState(0)
  const [dismissed, setDismissed] = useState<number>()
  const typed = caret === undefined ? undefined : findMention(text, caret)
  const mentionable = useMentionable(typed !== undefined)
  const { get } = mentionable
  const standing = typed ?? (caret === undefined ? undefined : findSpacedMention(text, caret, get))
  const mention = standing && standing.start !== dismissed ? standing : undefined
  const { sign, query } = mention ?? {}
  const headed = useMemo(
    () => (sign === '[[' && query?.includes('#') ? headedNote(query, get().notes) : undefined),
    [sign, query, get],
  )
  const { data: note } = useFileContent(headed ?? '', headed !== undefined)
  const groups = useMemo(() => {
    if (sign === undefined || query === undefined) return []
    if (headed === undefined) return mentionGroups({ sign, query, start: 0, end: 0 }, get())
    const group = headingGroup(query, headed, note?.headings?.map(({ text: words }) => words) ?? [])
    return group.options.length === 0 ? [] : [group]
  }, [sign, query, get, headed, note])
  const options = groups.flatMap((group) => group.options)
  // A dismissed sign stays dismissed only as long as it stands there.
  if (dismissed !== undefined && !standing && !/[@[/]/.test(text.charAt(dismissed))) setDismissed(undefined)
  const [lastQuery, setLastQuery] = useState(query)
  if (lastQuery !== query) {
    setLastQuery(query)
    setActive(0)
  }

  const onKey = (event: KeyboardEvent, pick: (option: MentionOption) => void): boolean => {
    if (!mention) return false
    const option = options[active]
    const moved = moveIn(options.length, active, event.key)
    if (event.key === 'Escape') setDismissed(mention.start)
    else if (moved !== undefined) setActive(moved)
    else if ((event.key === 'Enter' || event.key === 'Tab') && option && !event.shiftKey) pick(option)
    else return false
    return true
  }
  return { mention, groups, mentionable, active, setActive, onKey }
}
