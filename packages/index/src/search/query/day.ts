/** A day as `YYYY-MM-DD`; what is not a day of the calendar is none. */
export type Day = string

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const DAY_IN_NAME = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/
const MILLISECONDS_A_DAY = 86_400_000
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

export function isDay(text: string): boolean {
  const match = DAY.exec(text)
  if (!match) return false
  return dayOf(Number(match[1]), Number(match[2]), Number(match[3])) === text
}

/** Days and months beyond their range count on, as in the calendar: the 0th is the last of the month before. */
export function dayOf(year: number, month: number, day: number): Day {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.toISOString().slice(0, 10)
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * MILLISECONDS_A_DAY).toISOString().slice(0, 10)
}

export function partsOf(day: Day): { readonly year: number; readonly month: number; readonly day: number } {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8, 10)) }
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(day: Day): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

/** The day that a moment is on where this program runs: what a person here means by "today". */
export function localDay(milliseconds: number): Day {
  const date = new Date(milliseconds)
  const pad = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** The first moment of a day where this program runs, in milliseconds since 1970: files carry times, people say days. */
export function startOfDay(day: Day): number {
  const { year, month, day: date } = partsOf(day)
  return new Date(year, month - 1, date).getTime()
}

/** The day that a file's name holds, as a daily note's does. */
export function dayInName(path: string): Day | undefined {
  const match = DAY_IN_NAME.exec(path.slice(path.lastIndexOf('/') + 1))
  return match && isDay(match[0]) ? match[0] : undefined
}

/** The number of a month by its English name or its first three letters or more, from 1. */
export function monthNamed(word: string): number | undefined {
  if (word.length < 3) return undefined
  const at = MONTHS.findIndex((month) => month.toLowerCase().startsWith(word.toLowerCase()))
  return at < 0 ? undefined : at + 1
}

/** `2 to 8 November 2026`, as short as it stays clear. */
export function describeDays(range: { readonly from?: Day; readonly to?: Day }): string {
  const { from, to } = range
  if (from === undefined) return to === undefined ? 'on any day' : `up to ${longDay(to)}`
  if (to === undefined) return `from ${longDay(from)}`
  if (from === to) return longDay(from)
  const first = partsOf(from)
  const last = partsOf(to)
  const month = first.month === last.month && first.year === last.year ? '' : ` ${MONTHS[first.month - 1]}`
  return `${first.day}${month}${first.year === last.year ? '' : ` ${first.year}`} to ${longDay(to)}`
}

function longDay(day: Day): string {
  const parts = partsOf(day)
  return `${parts.day} ${MONTHS[parts.month - 1]} ${parts.year}`
}
