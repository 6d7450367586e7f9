import { startOfDay } from './calendar.ts'
import type { DateValue, DurationValue, Value } from './dataview-value.ts'

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
