import { CliError } from '../cli-error.ts'

const UNITS = { h: 3600_000, d: 86_400_000, w: 7 * 86_400_000 } as const

/** A span that goes back from now, such as `7d` or `12h`, or a day, which begins at midnight here. */
export function parseSince(text: string, now: number): number {
  const span = /^(\d{1,5})([hdw])$/.exec(text)
  if (span) return now - Number(span[1]) * UNITS[span[2] as keyof typeof UNITS]
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00`) : NaN
  if (Number.isNaN(day))
    throw new CliError('usage', `--since takes 12h, 7d, 4w or 2026-01-31, not "${text}".`)
  return day
}
