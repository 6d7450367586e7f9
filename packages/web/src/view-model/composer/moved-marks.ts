import type { Mark } from '../../api/guard-types.ts'

/** Marks of a text as it was, and that text. */
export interface MarkedText {
  readonly text: string
  readonly marks: readonly Mark[]
}

/**
 * Where marks stand in a text that has been changed since: what was typed before one moves it, and one that was
 * typed into is no longer known. In order, and never over one another.
 */
export function movedMarks({ text, marks }: MarkedText, now: string): readonly Mark[] {
  if (marks.length === 0) return []
  const inOrder = marks.toSorted((a, b) => a.start - b.start || b.end - a.end)
  if (text === now) return apart(inOrder)
  const shorter = Math.min(text.length, now.length)
  let head = 0
  while (head < shorter && text[head] === now[head]) head += 1
  let tail = 0
  while (tail < shorter - head && text.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  const moved = inOrder.flatMap((mark): readonly Mark[] => {
    if (mark.end <= head) return [mark]
    if (mark.start < text.length - tail) return []
    const by = now.length - text.length
    return [{ ...mark, start: mark.start + by, end: mark.end + by }]
  })
  return apart(moved)
}

function apart(marks: readonly Mark[]): readonly Mark[] {
  let at = 0
  return marks.filter(({ start, end }) => {
    if (start < at || end <= start) return false
    at = end
    return true
  })
}

export type DraftPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mark'; readonly text: string; readonly mark: Mark }

/** The text, in parts that are marked and parts that are not. */
export function splitAtMarks(text: string, marks: readonly Mark[]): readonly DraftPart[] {
  const parts: DraftPart[] = []
  let at = 0
  for (const mark of marks) {
    if (mark.start > at) parts.push({ kind: 'text', text: text.slice(at, mark.start) })
    parts.push({ kind: 'mark', text: text.slice(mark.start, mark.end), mark })
    at = mark.end
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}
