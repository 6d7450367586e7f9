import type { TurnStatisticsView } from '@varve/server/types'
import { dayOf } from './calendar.ts'
import type { DaysToShow } from './usage-columns.ts'
import { type UsageSpan, usageTimes } from './usage-span.ts'

/** From the first day of a span to today. Days are those of the server: in its zone it may be yesterday still, or tomorrow already. */
export function shownDays(
  { days }: Pick<TurnStatisticsView, 'days'>,
  span: UsageSpan,
  now: Date,
): DaysToShow {
  const since = usageTimes(span, now)?.since
  const named = [...days.map(({ day }) => day), dayOf(now), ...(since ? [dayOf(since)] : [])].toSorted()
  return { days, from: named[0] ?? '', to: named.at(-1) ?? '' }
}
