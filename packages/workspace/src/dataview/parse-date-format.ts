import type { DateValue } from './dataview-value.ts'
import { QueryProblem } from './query-problem.ts'

interface Part {
  readonly name: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'
  readonly pattern: RegExp
}

/** What the letters of a format stand for; others, such as names of months, hang on a language. */
const PARTS: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['yyyy', { name: 'year', pattern: /\d{4}/y }],
  ['MM', { name: 'month', pattern: /\d{2}/y }],
  ['M', { name: 'month', pattern: /\d{1,2}/y }],
  ['dd', { name: 'day', pattern: /\d{2}/y }],
  ['d', { name: 'day', pattern: /\d{1,2}/y }],
  ['HH', { name: 'hour', pattern: /\d{2}/y }],
  ['H', { name: 'hour', pattern: /\d{1,2}/y }],
  ['mm', { name: 'minute', pattern: /\d{2}/y }],
  ['m', { name: 'minute', pattern: /\d{1,2}/y }],
  ['ss', { name: 'second', pattern: /\d{2}/y }],
  ['s', { name: 'second', pattern: /\d{1,2}/y }],
])

/** Letters of one kind, a text in single quotes, or any other character. */
const PIECES = /([A-Za-z])\1*|'[^']*'|[^]/gu

/** A text by a format such as `MM/dd/yyyy`; undefined where it is not of that form. */
export function parseDateFormat(text: string, format: string, at: number): DateValue | undefined {
  const written = text.trim()
  const found = new Map<Part['name'], number>()
  let place = 0
  for (const piece of readFormat(format.trim(), at)) {
    const length = lengthAt(piece, written, place)
    if (length < 0) return undefined
    if (typeof piece !== 'string') found.set(piece.name, Number(written.slice(place, place + length)))
    place += length
  }
  return place === written.length ? dateOf(found) : undefined
}

/** Parts, and texts that stand as they are. */
function readFormat(format: string, at: number): readonly (Part | string)[] {
  return [...format.matchAll(PIECES)].map(([piece]) => {
    const part = PARTS.get(piece)
    if (part) return part
    if (/^[A-Za-z]/.test(piece))
      throw new QueryProblem('unsupported', at, `"${piece}" in the format of a date`)
    return piece.startsWith("'") && piece.length > 1 ? piece.slice(1, -1) : piece
  })
}

/** How far a piece goes from a place; negative where it does not stand there. */
function lengthAt(piece: Part | string, text: string, place: number): number {
  if (typeof piece === 'string') return text.startsWith(piece, place) ? piece.length : -1
  piece.pattern.lastIndex = place
  return piece.pattern.exec(text)?.[0].length ?? -1
}

/** Undefined for what is not in the calendar, and for a time of no day. */
function dateOf(found: ReadonlyMap<Part['name'], number>): DateValue | undefined {
  const year = found.get('year')
  if (year === undefined) return undefined
  const [month, day] = [found.get('month') ?? 1, found.get('day') ?? 1]
  const [hour, minute, second] = [found.get('hour') ?? 0, found.get('minute') ?? 0, found.get('second') ?? 0]
  const milliseconds = Date.UTC(year, month - 1, day, hour, minute, second)
  const date = new Date(milliseconds)
  const isReal =
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second
  return isReal ? { kind: 'date', milliseconds, hasTime: found.has('hour') } : undefined
}
