import {
  type DateValue,
  isList,
  typeOf,
  type Value,
  type DurationValue,
  type LinkValue,
} from './dataview-value.ts'
import { QueryProblem } from './query-problem.ts'
import { startOfDay, dayOf, parseDate, parseDuration, readDayWord } from './calendar.ts'
import type { Vault } from './vault.ts'

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

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

/** A part of a date by its name; undefined for a name of none. */
export function datePart(date: DateValue, name: string): Value | undefined {
  const utc = new Date(date.milliseconds)
  switch (name) {
    case 'year':
      return utc.getUTCFullYear()
    case 'quarter':
      return Math.floor(utc.getUTCMonth() / 3) + 1
    case 'month':
      return utc.getUTCMonth() + 1
    // As in Dataview: this one is counted in its month, the next one in its year.
    case 'week':
      return Math.floor(utc.getUTCDate() / 7) + 1
    case 'weekyear':
      return weekOfYear(utc)
    case 'weekday':
      return weekday(utc)
    case 'day':
      return utc.getUTCDate()
    case 'hour':
      return utc.getUTCHours()
    case 'minute':
      return utc.getUTCMinutes()
    case 'second':
      return utc.getUTCSeconds()
    case 'millisecond':
      return utc.getUTCMilliseconds()
    case 'date':
      return startOfDay(date)
    default:
      return undefined
  }
}

/** From Monday, 1. */
function weekday(utc: Date): number {
  return ((utc.getUTCDay() + 6) % 7) + 1
}

/** By ISO 8601: a week belongs to the year of its Thursday. */
function weekOfYear(utc: Date): number {
  const thursday = utc.getTime() + (4 - weekday(utc)) * DAY
  return Math.floor((thursday - Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1)) / WEEK) + 1
}

/** The whole of a duration in a unit, with its fraction; undefined for a name of none. */
export function durationPart(duration: DurationValue, name: string): number | undefined {
  switch (name.endsWith('s') ? name.slice(0, -1) : name) {
    case 'year':
      return duration.months / 12 + duration.milliseconds / (365 * DAY)
    case 'month':
      return duration.months + duration.milliseconds / (30 * DAY)
    case 'week':
      return durationLength(duration) / WEEK
    case 'day':
      return durationLength(duration) / DAY
    case 'hour':
      return durationLength(duration) / HOUR
    case 'minute':
      return durationLength(duration) / MINUTE
    case 'second':
      return durationLength(duration) / 1000
    case 'millisecond':
      return durationLength(duration)
    default:
      return undefined
  }
}

/** In milliseconds, where a year counts as 365 days and a month as thirty. */
export function durationLength({ months, milliseconds }: DurationValue): number {
  const years = Math.trunc(months / 12)
  return (years * 365 + (months - years * 12) * 30) * DAY + milliseconds
}

interface DateContext {
  readonly at: number
  readonly vault: Vault
  readonly today: DateValue
}

/** `date()` of what is to be computed; a text that is no date gives nothing, as in Dataview. */
export function toDate(value: Value, format: Value | undefined, context: DateContext): Value {
  const { at, today } = context
  if (value === null) return null
  if (typeof value === 'object' && !isList(value)) {
    if (value.kind === 'date') return value
    if (value.kind === 'link') return dayOfLink(value, context)
  }
  if (typeof value !== 'string') throw wrongKind('date', value, at)
  if (format === undefined) {
    if (value.trim().toLowerCase() === 'now') throw unknownTime(at)
    const word = readDayWord(value)
    return word ? dayOf(word, today) : (parseDate(value) ?? null)
  }
  if (typeof format !== 'string') throw wrongKind('date', format, at)
  const date = parseDateFormat(value, format, at)
  if (!date) throw new QueryProblem('value', at, `"${value}" is no date of the form "${format}"`)
  return date
}

/** What it is called, or the day of the note that it leads to. */
function dayOfLink({ alias = '', target, path }: LinkValue, { vault }: DateContext): Value {
  const named = parseDate(alias) ?? parseDate(target.slice(target.lastIndexOf('/') + 1).replace(/\.md$/i, ''))
  if (named) return named
  const note = path === undefined ? undefined : vault.note(path)
  const file = note ? vault.object(note).get('file') : null
  return file !== null && typeof file === 'object' && !isList(file) && file.kind === 'object'
    ? file.get('day')
    : null
}

export function unknownTime(at: number): QueryProblem {
  return new QueryProblem('unsupported', at, 'date(now): only the day is known, not the time of day')
}

export function toDuration(value: Value, at: number): Value {
  if (value === null) return null
  if (typeof value === 'string') return parseDuration(value) ?? null
  if (typeof value === 'object' && !isList(value) && value.kind === 'duration') return value
  throw wrongKind('dur', value, at)
}

export function stripTime(value: Value, at: number): Value {
  if (value === null) return null
  if (typeof value === 'object' && !isList(value) && value.kind === 'date') return startOfDay(value)
  throw wrongKind('striptime', value, at)
}

function wrongKind(name: string, value: Value, at: number): QueryProblem {
  return new QueryProblem('value', at, `${name}() does not work with ${typeOf(value)}`)
}
