import type { Span } from './span.ts'

/** A value of an `INSERT`, and the name of its column. */
export interface InsertedValue {
  readonly value: Span
  readonly header: Span
}

const HEAD = /\binsert\s{1,4}into\s{1,4}[\w."`[\]]{1,80}\s{0,4}\(([^()]{1,600})\)\s{0,4}values\s{0,4}/gi
const LONGEST_ROW = 2_000

/** The values of all rows that a text inserts into named columns, in order. */
export function indexInserts(text: string): readonly InsertedValue[] {
  const found: InsertedValue[] = []
  for (const match of text.matchAll(HEAD)) {
    const names = match[1] ?? ''
    const columns = splitList(names, match.index + match[0].lastIndexOf(names))
    let at = match.index + match[0].length
    while (text[at] === '(') {
      const end = rowEnd(text, at)
      if (end === undefined) break
      splitList(text.slice(at + 1, end), at + 1).forEach((value, column) => {
        const header = columns[column]
        if (header) found.push({ value, header })
      })
      at = end + 1
      while (/[,\s]/.test(text[at] ?? '') && at - end < 40) at += 1
    }
  }
  return found
}

/** Where the row that opens here closes; text in quotes does not count. */
function rowEnd(text: string, open: number): number | undefined {
  let isQuoted = false
  for (let at = open + 1; at < text.length && at - open < LONGEST_ROW; at += 1) {
    if (text[at] === "'") isQuoted = !isQuoted
    else if (text[at] === ')' && !isQuoted) return at
  }
  return undefined
}

function splitList(list: string, offset: number): readonly Span[] {
  const parts: Span[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at <= list.length; at += 1) {
    if (list[at] === "'") isQuoted = !isQuoted
    if (at < list.length && (isQuoted || list[at] !== ',')) continue
    parts.push({ start: offset + start, end: offset + at })
    start = at + 1
  }
  return parts
}
