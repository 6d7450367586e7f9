import { structuredPatch } from 'diff'

interface RowWindow {
  readonly first: number
  /** One beyond the last. */
  readonly end: number
}

/** Rows drawn above and below what is in view, so that scrolling shows no gap. */
const MARGIN = 12

/** Which rows of one height have to be drawn for what is in view, however many there are. */
export function rowWindow(options: {
  readonly count: number
  readonly rowHeight: number
  readonly scrollTop: number
  readonly height: number
}): RowWindow {
  const { count, rowHeight, scrollTop, height } = options
  // A list that became shorter may be scrolled beyond its end for a moment.
  const top = Math.min(Math.max(0, scrollTop), Math.max(0, count * rowHeight - height))
  const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN)
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + MARGIN)
  return { first, end }
}

/** How far to scroll so that a row is in view; unchanged when it is. */
export function scrollToRow(options: {
  readonly row: number
  readonly rowHeight: number
  readonly scrollTop: number
  readonly height: number
}): number {
  const { row, rowHeight, scrollTop, height } = options
  const top = row * rowHeight
  if (top < scrollTop) return top
  if (top + rowHeight > scrollTop + height) return top + rowHeight - height
  return scrollTop
}

/** Where a key moves the mark in a list of `length`; undefined for keys that move nothing. The ends meet. */
export function moveIn(length: number, at: number, key: string): number | undefined {
  if (length === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % length
    case 'ArrowUp':
      return (Math.max(at, 0) + length - 1) % length
    case 'PageDown':
      return Math.min(at + 8, length - 1)
    case 'PageUp':
      return Math.max(at - 8, 0)
    default:
      return undefined
  }
}

export interface DiffRow {
  readonly kind: 'same' | 'added' | 'removed' | 'gap'
  /** Its line number: in the old text for removed lines, else in the new one. */
  readonly line: number
  readonly text: string
}

interface DiffRows {
  readonly rows: readonly DiffRow[]
  readonly added: number
  readonly removed: number
  /** Rows that are not among them. */
  readonly left: number
}

/** Lines around a change that are shown with it. */
const CONTEXT = 2
/** With more changes than these the comparison would take long; one text is shown after the other then. */
const MOST_EDITS = 2_000

/** What changes from one text to another, line by line, and at most as many rows. */
export function diffRows(before: string, after: string, most: number): DiffRows {
  const patch = structuredPatch('', '', before, after, '', '', {
    context: CONTEXT,
    maxEditLength: MOST_EDITS,
  })
  const all = patch
    ? patch.hunks.flatMap(hunkRows)
    : [...wholeText(before, 'removed'), ...wholeText(after, 'added')]
  const count = (kind: DiffRow['kind']) => all.filter((row) => row.kind === kind).length
  return {
    rows: all.slice(0, most),
    added: count('added'),
    removed: count('removed'),
    left: Math.max(0, all.length - most),
  }
}

interface Hunk {
  readonly oldStart: number
  readonly newStart: number
  readonly lines: readonly string[]
}

function hunkRows({ oldStart, newStart, lines }: Hunk, at: number): readonly DiffRow[] {
  let [before, after] = [oldStart, newStart]
  const rows = lines.flatMap((line): readonly DiffRow[] => {
    const text = line.slice(1)
    if (line.startsWith('-')) return [{ kind: 'removed', line: before++, text }]
    if (line.startsWith('+')) return [{ kind: 'added', line: after++, text }]
    // "\ No newline at end of file" is no line of either text.
    if (line.startsWith('\\')) return []
    before++
    return [{ kind: 'same', line: after++, text }]
  })
  return at === 0 ? rows : [{ kind: 'gap', line: newStart, text: '' }, ...rows]
}

function wholeText(text: string, kind: 'added' | 'removed'): readonly DiffRow[] {
  return text.split('\n').map((line, at) => ({ kind, line: at + 1, text: line }))
}
