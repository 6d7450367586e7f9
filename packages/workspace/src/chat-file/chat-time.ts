/** The last millisecond of the year 9999: later times have no form with four digits. */
const LAST = 253_402_300_799_999
const STAMP = /^\[Timestamp: (\d{4})\/(\d{2})\/(\d{2}) (\d{2}):(\d{2}):(\d{2})\]$/
const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{3}))?Z$/

const isWritable = (at: number): boolean => Number.isInteger(at) && at >= 0 && at <= LAST

/** The line that ends a message, in UTC and whole seconds. */
export function printTimestamp(at: number | undefined): string {
  if (at === undefined || !isWritable(at)) return '[Timestamp: unknown]'
  const iso = new Date(at).toISOString()
  return `[Timestamp: ${iso.slice(0, 10).replaceAll('-', '/')} ${iso.slice(11, 19)}]`
}

/** Undefined where the line gives no time, or one that no calendar has. */
export function parseTimestamp(line: string): number | undefined {
  return timeFrom(STAMP.exec(line))
}

/** A time for front matter: ISO if it has that form, else the number. */
export function printTime(at: number): string {
  return isWritable(at) ? new Date(at).toISOString().replace('.000Z', 'Z') : String(at)
}

/** The inverse of `printTime`. */
export function parseTime(written: string): number | undefined {
  if (/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(written)) return Number(written)
  return timeFrom(ISO.exec(written))
}

function timeFrom(match: RegExpExecArray | null): number | undefined {
  if (!match) return undefined
  const [year, month, day, hour, minute, second, milliseconds] = match
    .slice(1)
    .map((part) => Number(part ?? 0))
  // `Date.UTC` takes years below 100 for those of the last century.
  const date = new Date(0)
  date.setUTCFullYear(year ?? 0, (month ?? 0) - 1, day)
  date.setUTCHours(hour ?? 0, minute, second, milliseconds ?? 0)
  const same = date.getUTCMonth() + 1 === month && date.getUTCDate() === day && date.getUTCHours() === hour
  return same && date.getUTCMinutes() === minute && date.getUTCSeconds() === second
    ? date.getTime()
    : undefined
}
