import { type DayRange, localDay, planSearch } from '@varve/index'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import type { Tool } from './tool.ts'

const schema = z.strictObject({
  text: z
    .string()
    .min(1)
    .max(100)
    .describe('As "last week", "yesterday", "in March", "3 days ago", "2026-03".'),
})

export const timeRangeTool: Tool<z.infer<typeof schema>> = {
  name: 'timeRange',
  look: { icon: 'clock', doing: 'Resolving dates' },
  description: 'Say which days words such as "last week" mean today.',
  reach: 'read',
  // Tomorrow the same words mean other days.
  recoverable: false,
  isLookup: true,
  schema,
  touches: () => [],
  describe: ({ text }) => `Look up the days of "${text}"`,
  run: ({ text }, { now }) => {
    const today = localDay(now)
    const days = readDays(text, today)
    if (!days)
      throw new AppError(
        'message-invalid',
        `"${text}" could not be read as a time. Use words such as "today", "last week", "last 3 months", "2 days ago", "in March 2025" or YYYY-MM-DD.`,
      )
    const { from = 'any day', to = 'today' } = days
    const range = from === to ? from : `${from} to ${to}`
    return Promise.resolve({
      text: `${range}, both included. Today is ${today}.`,
      summary: `"${text}" is ${range}`,
    })
  },
}

/** The days that a text names and nothing else. */
function readDays(text: string, today: string): DayRange | undefined {
  const words = text.trim().toLowerCase()
  const named = namedDays(words, today)
  if (named) return named
  for (const each of [words, `in ${words}`]) {
    const { terms, phrases, filter, daysAreSpoken } = planSearch({ text: each, today })
    if (daysAreSpoken && filter.days && terms.length === 0 && phrases.length === 0) return filter.days
  }
  return undefined
}

/** `2026`, `2026-03` and `2026-03-08`: from its first day up to the day before the next. */
function namedDays(words: string, today: string): DayRange | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(words) ?? []
  if (year === undefined) return undefined
  const [inYear, inMonth] = [Number(year), Number(month ?? 12)]
  const last = day === undefined ? lastDayBefore(inYear, inMonth + 1) : undefined
  const from = daysFrom(words, today)
  if (from === undefined) return undefined
  return { from, to: last ?? from }
}

/** The last day before a month begins. */
function lastDayBefore(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1, 0)).toISOString().slice(0, 10)
}

/** The first day of what is named; undefined where the calendar has no such day. */
function daysFrom(words: string, today: string): string | undefined {
  return planSearch({ text: `after:${words}`, today }).filter.days?.from
}
