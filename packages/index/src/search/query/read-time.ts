import type { DayRange } from '../search-source.ts'
import { addDays, type Day, dayOf, monthNamed, partsOf, weekdayOf } from './day.ts'

/** Words for a time at one edge of what was typed, and the words that are left. */
export interface TimeReading {
  readonly days: DayRange
  /** How many words it took from the start, or from the end. */
  readonly words: number
  readonly edge: 'start' | 'end'
}

const LONGEST = 4
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
/** More than anyone means, and far from the end of the calendar. */
const MOST_UNITS = 1000

/**
 * Reads "last week", "yesterday", "in March", "3 days ago" and their like. Only at the start or the end of a
 * text: in the middle of a sentence such words are far more often part of what is asked.
 */
export function readTime(words: readonly string[], today: Day): TimeReading | undefined {
  for (let count = Math.min(LONGEST, words.length); count > 0; count--) {
    const atEnd = readWords(words.slice(-count), today)
    if (atEnd) return { days: atEnd, words: count, edge: 'end' }
    const atStart = readWords(words.slice(0, count), today)
    if (atStart) return { days: atStart, words: count, edge: 'start' }
  }
  return undefined
}

function readWords(words: readonly string[], today: Day): DayRange | undefined {
  const [first, ...rest] = words
  if (first === undefined) return undefined
  if (first === 'since' && rest.length > 0) {
    const { from } = readPlain(rest, today) ?? readMonth(rest, today) ?? {}
    return from === undefined ? undefined : { from }
  }
  if (first === 'in') return readMonth(rest, today)
  return readPlain(first === 'from' || first === 'during' || first === 'on' ? rest : words, today)
}

function readPlain(words: readonly string[], today: Day): DayRange | undefined {
  const [first, second, third] = words
  if (first === undefined || words.length > 3) return undefined
  if (second === undefined) return readOneWord(first, today)
  if (third === undefined) {
    if (first === 'this') return unitRange(second, today, 0)
    if (first === 'last') return unitRange(second, today, 1) ?? lastWeekday(second, today)
    // "past" means the days up to now; whole weeks have names of their own.
    return first === 'past' && unitRange(second, today, 0) ? rolling(second, today, 1) : undefined
  }
  const count = readCount(first === 'last' || first === 'past' ? second : first)
  if (count === undefined) return undefined
  if (first === 'last' || first === 'past') return rolling(third, today, count)
  return third === 'ago' ? agoRange(second, today, count) : undefined
}

function readOneWord(word: string, today: Day): DayRange | undefined {
  if (word === 'today') return { from: today, to: today }
  if (word !== 'yesterday') return undefined
  const day = addDays(today, -1)
  return { from: day, to: day }
}

function readCount(word: string): number | undefined {
  const written = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].indexOf(
    word,
  )
  if (written >= 0) return written + 1
  if (word === 'a' || word === 'an') return 1
  const count = /^\d{1,4}$/.test(word) ? Number(word) : 0
  return count > 0 && count <= MOST_UNITS ? count : undefined
}

/** The whole week, month or year `back` before the current one. */
function unitRange(unit: string, today: Day, back: number): DayRange | undefined {
  const { year, month } = partsOf(today)
  switch (unit) {
    case 'week': {
      const monday = addDays(today, -weekdayOf(today) - 7 * back)
      return { from: monday, to: addDays(monday, 6) }
    }
    case 'month':
      return { from: dayOf(year, month - back, 1), to: dayOf(year, month - back + 1, 0) }
    case 'year':
      return { from: dayOf(year - back, 1, 1), to: dayOf(year - back, 12, 31) }
    default:
      return undefined
  }
}

function lastWeekday(word: string, today: Day): DayRange | undefined {
  const weekday = WEEKDAYS.indexOf(word)
  if (weekday < 0) return undefined
  const back = (weekdayOf(today) - weekday + 7) % 7 || 7
  const day = addDays(today, -back)
  return { from: day, to: day }
}

/** "last 3 weeks": so many units up to and with today. */
function rolling(unit: string, today: Day, count: number): DayRange | undefined {
  const start = before(unit, today, count)
  return start === undefined ? undefined : { from: addDays(start, 1), to: today }
}

/** "3 weeks ago": that day, or the whole unit around it where it is longer than a day. */
function agoRange(unit: string, today: Day, count: number): DayRange | undefined {
  const day = before(unit, today, count)
  if (day === undefined) return undefined
  return unitRange(unit.replace(/s$/, ''), day, 0) ?? { from: day, to: day }
}

function before(unit: string, today: Day, count: number): Day | undefined {
  const { year, month, day } = partsOf(today)
  switch (unit.replace(/s$/, '')) {
    case 'day':
      return addDays(today, -count)
    case 'week':
      return addDays(today, -7 * count)
    case 'month': {
      const lastOfMonth = partsOf(dayOf(year, month - count + 1, 0)).day
      return dayOf(year, month - count, Math.min(day, lastOfMonth))
    }
    case 'year':
      return year - count > 0
        ? dayOf(year - count, month, Math.min(day, partsOf(dayOf(year - count, month + 1, 0)).day))
        : undefined
    default:
      return undefined
  }
}

/** "in March" is the latest March that has begun; "in March 2025" and "in 2025" say it all. */
function readMonth(words: readonly string[], today: Day): DayRange | undefined {
  const [first = '', second] = words
  if (words.length === 1 && /^(?:19|20)\d{2}$/.test(first)) return yearRange(Number(first))
  const month = monthNamed(first)
  if (month === undefined || words.length > 2) return undefined
  const now = partsOf(today)
  if (second !== undefined && !/^(?:19|20)\d{2}$/.test(second)) return undefined
  const year = second === undefined ? (month > now.month ? now.year - 1 : now.year) : Number(second)
  return { from: dayOf(year, month, 1), to: dayOf(year, month + 1, 0) }
}

function yearRange(year: number): DayRange {
  return { from: dayOf(year, 1, 1), to: dayOf(year, 12, 31) }
}
