import type { DayWord } from './dataview-query.ts'
import type { DateValue, DurationValue } from './dataview-value.ts'

const SECOND = 1000
const DAY = 86_400 * SECOND

/** Every spelling of a day that is counted from today. */
const DAY_WORDS: ReadonlyMap<string, DayWord> = new Map([
  ['today', 'today'],
  ['yesterday', 'yesterday'],
  ['tomorrow', 'tomorrow'],
  ['sow', 'sow'],
  ['start-of-week', 'sow'],
  ['eow', 'eow'],
  ['end-of-week', 'eow'],
  ['som', 'som'],
  ['start-of-month', 'som'],
  ['eom', 'eom'],
  ['end-of-month', 'eom'],
  ['soy', 'soy'],
  ['start-of-year', 'soy'],
  ['eoy', 'eoy'],
  ['end-of-year', 'eoy'],
])

/** The word as it is known here; undefined where it names no day. */
export function readDayWord(text: string): DayWord | undefined {
  return DAY_WORDS.get(text.trim().toLowerCase())
}

interface Unit {
  readonly months: number
  readonly milliseconds: number
}

/** Every spelling of a unit of time. */
const UNITS: ReadonlyMap<string, Unit> = new Map(
  (
    [
      ['s sec secs second seconds', 0, SECOND],
      ['m min mins minute minutes', 0, 60 * SECOND],
      ['h hr hrs hour hours', 0, 3600 * SECOND],
      ['d day days', 0, DAY],
      ['w wk wks week weeks', 0, 7 * DAY],
      ['mo mos month months', 1, 0],
      ['y yr yrs year years', 12, 0],
    ] as const
  ).flatMap(([names, months, milliseconds]) =>
    names.split(' ').map((name): [string, Unit] => [name, { months, milliseconds }]),
  ),
)

const DATE =
  /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?)?$/

/** A day, a month or a moment in the form of ISO 8601, as the clock on the wall shows it. */
export function parseDate(text: string): DateValue | undefined {
  const found = DATE.exec(text.trim())
  if (!found) return undefined
  const [year, month, day = 1, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)))
  const milliseconds = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
  const date = new Date(milliseconds)
  const isReal =
    date.getUTCMonth() === (month ?? 1) - 1 && date.getUTCDate() === day && hour < 24 && minute < 60
  return isReal ? { kind: 'date', milliseconds, hasTime: found[4] !== undefined } : undefined
}

const COUNT_AND_UNIT = /(-?\d{1,9}(?:\.\d{1,9})?)\s*([a-z]{1,7})\s*(?:,\s*(?=[-\d]))?/iy

/** `1 day`, `2 weeks, 3 days`, `1h30m`; undefined for any other text. */
export function parseDuration(text: string): DurationValue | undefined {
  const written = text.trim()
  let [months, milliseconds, at] = [0, 0, 0]
  while (at < written.length) {
    COUNT_AND_UNIT.lastIndex = at
    const found = COUNT_AND_UNIT.exec(written)
    const unit = UNITS.get((found?.[2] ?? '').toLowerCase())
    if (!found || !unit) return undefined
    months += Number(found[1]) * unit.months
    milliseconds += Number(found[1]) * unit.milliseconds
    at = COUNT_AND_UNIT.lastIndex
  }
  return at === 0 ? undefined : { kind: 'duration', months, milliseconds }
}

/** The day that a word names, counted from today; weeks begin on Monday. What ends does so with the last moment. */
export function dayOf(word: DayWord, today: DateValue): DateValue {
  const date = new Date(today.milliseconds)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const weekday = (date.getUTCDay() + 6) % 7
  const at = (...parts: readonly [number, number, number]): DateValue => ({
    kind: 'date',
    milliseconds: Date.UTC(...parts),
    hasTime: false,
  })
  const endOf = (...parts: readonly [number, number, number]): DateValue => ({
    kind: 'date',
    milliseconds: Date.UTC(...parts) + DAY - 1,
    hasTime: true,
  })
  switch (word) {
    case 'today':
      return today
    case 'yesterday':
      return at(year, month, day - 1)
    case 'tomorrow':
      return at(year, month, day + 1)
    case 'sow':
      return at(year, month, day - weekday)
    case 'eow':
      return endOf(year, month, day - weekday + 6)
    case 'som':
      return at(year, month, 1)
    case 'eom':
      return endOf(year, month + 1, 0)
    case 'soy':
      return at(year, 0, 1)
    case 'eoy':
      return endOf(year, 11, 31)
    default:
      return word satisfies never
  }
}

/** The same day of another month, or the last one where that month is shorter; then the rest of the time. */
export function addDuration(
  date: DateValue,
  { months, milliseconds }: DurationValue,
  sign: 1 | -1,
): DateValue {
  const start = new Date(date.milliseconds)
  const whole = Math.trunc(months) * sign
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + whole]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = whole === 0 ? start.getUTCDate() : Math.min(start.getUTCDate(), lastDay)
  const moved =
    Date.UTC(year, month, day) +
    (date.milliseconds - Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()))
  const result = moved + sign * milliseconds
  return { kind: 'date', milliseconds: result, hasTime: date.hasTime || milliseconds % DAY !== 0 }
}

/** Without its time of day. */
export function startOfDay(date: DateValue): DateValue {
  return { kind: 'date', milliseconds: Math.floor(date.milliseconds / DAY) * DAY, hasTime: false }
}
