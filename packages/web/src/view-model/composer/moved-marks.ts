import type { GuardMarkView } from '@varve/contract'

/** Marks of a text as it was, and that text. */
export interface MarkedText {
  readonly text: string
  readonly marks: readonly GuardMarkView[]
}

/**
 * Positions of marks in an edited text: edits before a mark move it, edits inside remove it. In order,
 * without overlaps.
 */
export function movedMarks({ text, marks }: MarkedText, now: string): readonly GuardMarkView[] {
  if (marks.length === 0) return []
  const inOrder = marks.toSorted((a, b) => a.start - b.start || b.end - a.end)
  if (text === now) return apart(inOrder)
  const head = commonHead(text, now)
  const tail = commonTail(text.slice(head), now.slice(head))
  const moved = inOrder.flatMap((mark): readonly GuardMarkView[] => {
    if (mark.end <= head) return [mark]
    if (mark.start < text.length - tail) return []
    const by = now.length - text.length
    return [{ ...mark, start: mark.start + by, end: mark.end + by }]
  })
  return apart(moved)
}

/** Compared in larger steps: otherwise each key would scan all of a long text. */
const STROKE = 1_024

function commonHead(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  let head = 0
  while (head + STROKE <= shorter && a.slice(head, head + STROKE) === b.slice(head, head + STROKE))
    head += STROKE
  while (head < shorter && a[head] === b[head]) head += 1
  return head
}

function commonTail(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  const endsAlike = (tail: number, by: number) =>
    a.slice(a.length - tail - by, a.length - tail) === b.slice(b.length - tail - by, b.length - tail)
  let tail = 0
  while (tail + STROKE <= shorter && endsAlike(tail, STROKE)) tail += STROKE
  while (tail < shorter && endsAlike(tail, 1)) tail += 1
  return tail
}

function apart(marks: readonly GuardMarkView[]): readonly GuardMarkView[] {
  let at = 0
  return marks.filter(({ start, end }) => {
    if (start < at || end <= start) return false
    at = end
    return true
  })
}

type DraftPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mark'; readonly text: string; readonly mark: GuardMarkView }

/** The text, in parts that are marked and parts that are not. */
export function splitAtMarks(text: string, marks: readonly GuardMarkView[]): readonly DraftPart[] {
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
