import { type DateValue, isList, typeOf, type Value } from './dataview-value.ts'
import { QueryProblem } from './query-problem.ts'
import { datePart } from './time-parts.ts'

type PartName = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'

/** What the letters of a format mean. Those without a pattern can only be written, not read. */
interface Part {
  readonly name?: PartName
  readonly pattern?: RegExp
  readonly write: (date: DateValue) => string
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

const part = (date: DateValue, name: string): number => Number(datePart(date, name))
const digits = (count: number, value: number): string => String(value).padStart(count, '0')
const monthName = (date: DateValue): string => MONTHS[part(date, 'month') - 1] ?? ''
const weekdayName = (date: DateValue): string => WEEKDAYS[part(date, 'weekday') - 1] ?? ''
const hourOfTwelve = (date: DateValue): number => part(date, 'hour') % 12 || 12
const dayOfYear = (date: DateValue): number =>
  Math.floor((date.milliseconds - Date.UTC(part(date, 'year'), 0, 1)) / 86_400_000) + 1

/** One or two digits of a part, to read and to write. */
function number(letter: string, name: PartName): readonly (readonly [letters: string, Part])[] {
  return [
    [letter, { name, pattern: /\d{1,2}/y, write: (date) => String(part(date, name)) }],
    [letter.repeat(2), { name, pattern: /\d{2}/y, write: (date) => digits(2, part(date, name)) }],
  ]
}

const PARTS: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['yyyy', { name: 'year', pattern: /\d{4}/y, write: (date) => digits(4, part(date, 'year')) }],
  ['y', { write: (date) => String(part(date, 'year')) }],
  ['yy', { write: (date) => digits(2, part(date, 'year') % 100) }],
  ...number('M', 'month'),
  ...number('L', 'month'),
  ...number('d', 'day'),
  ...number('H', 'hour'),
  ...number('m', 'minute'),
  ...number('s', 'second'),
  ...['MMM', 'LLL'].map((letters): [string, Part] => [
    letters,
    { write: (date) => monthName(date).slice(0, 3) },
  ]),
  ...['MMMM', 'LLLL'].map((letters): [string, Part] => [letters, { write: monthName }]),
  ...['EEE', 'ccc'].map((letters): [string, Part] => [
    letters,
    { write: (date) => weekdayName(date).slice(0, 3) },
  ]),
  ...['EEEE', 'cccc'].map((letters): [string, Part] => [letters, { write: weekdayName }]),
  ...['E', 'c'].map((letters): [string, Part] => [
    letters,
    { write: (date) => String(part(date, 'weekday')) },
  ]),
  ['h', { write: (date) => String(hourOfTwelve(date)) }],
  ['hh', { write: (date) => digits(2, hourOfTwelve(date)) }],
  ['a', { write: (date) => (part(date, 'hour') < 12 ? 'AM' : 'PM') }],
  ['S', { write: (date) => String(part(date, 'millisecond')) }],
  ['SSS', { write: (date) => digits(3, part(date, 'millisecond')) }],
  ['o', { write: (date) => String(dayOfYear(date)) }],
  ['ooo', { write: (date) => digits(3, dayOfYear(date)) }],
  ['q', { write: (date) => String(part(date, 'quarter')) }],
  ['W', { write: (date) => String(part(date, 'weekyear')) }],
  ['WW', { write: (date) => digits(2, part(date, 'weekyear')) }],
])

/** Letters of one kind, a text in single quotes, or any other character. */
const PIECES = /([A-Za-z])\1*|'[^']*'|[^]/gu

/** `dateformat()`: names of months and days are English, so that the result is the same everywhere. */
export function formatDate(value: Value, format: Value, at: number): Value {
  if (value === null) return null
  if (typeof value !== 'object' || isList(value) || value.kind !== 'date' || typeof format !== 'string')
    throw new QueryProblem(
      'value',
      at,
      `dateformat() does not work with ${typeOf(value)} and ${typeOf(format)}`,
    )
  const pieces = readFormat(format, at, 'write')
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.write(value))).join('')
}

/** A text by a format such as `MM/dd/yyyy`; undefined where it is not of that form. */
export function parseDateFormat(text: string, format: string, at: number): DateValue | undefined {
  const written = text.trim()
  const found = new Map<PartName, number>()
  let place = 0
  for (const piece of readFormat(format.trim(), at, 'pattern')) {
    const length = lengthAt(piece, written, place)
    if (length < 0) return undefined
    if (typeof piece !== 'string' && piece.name)
      found.set(piece.name, Number(written.slice(place, place + length)))
    place += length
  }
  return place === written.length ? dateOf(found) : undefined
}

/** Parts, and texts that stay as they are. Every part has to be one that can be used that way. */
function readFormat(format: string, at: number, use: 'pattern' | 'write'): readonly (Part | string)[] {
  return [...format.matchAll(PIECES)].map(([piece]) => {
    const known = PARTS.get(piece)
    if (known?.[use]) return known
    if (/^[A-Za-z]/.test(piece))
      throw new QueryProblem('unsupported', at, `"${piece}" in the format of a date`)
    return piece.startsWith("'") && piece.length > 1 ? piece.slice(1, -1) : piece
  })
}

/** How far a piece goes from a place; negative if it is not there. */
function lengthAt(piece: Part | string, text: string, place: number): number {
  if (typeof piece === 'string') return text.startsWith(piece, place) ? piece.length : -1
  if (!piece.pattern) return -1
  piece.pattern.lastIndex = place
  return piece.pattern.exec(text)?.[0].length ?? -1
}

/** Undefined for what is not in the calendar, and for a time of no day. */
function dateOf(found: ReadonlyMap<PartName, number>): DateValue | undefined {
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
