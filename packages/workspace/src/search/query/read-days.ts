import { addDays, type Day, dayOf, isDay } from './day.ts'

/** What `after:` and `before:` take: the first day of what is named, and the day before it. */
export interface NamedDays {
  readonly from: Day
  readonly dayBefore: Day
}

/** `2026`, `2026-03`, `2026-03-08`, and `today` and `yesterday` where it is known which day it is. */
export function readDays(value: string, today: Day | undefined): NamedDays | undefined {
  const from = firstDay(value.toLowerCase(), today)
  return from === undefined ? undefined : { from, dayBefore: addDays(from, -1) }
}

function firstDay(value: string, today: Day | undefined): Day | undefined {
  if (isDay(value)) return value
  const [, year, month] = /^(\d{4})(?:-(\d{2}))?$/.exec(value) ?? []
  if (year !== undefined) {
    const day = dayOf(Number(year), Number(month ?? 1), 1)
    return day.startsWith(value) ? day : undefined
  }
  if (today === undefined) return undefined
  return value === 'today' ? today : value === 'yesterday' ? addDays(today, -1) : undefined
}
