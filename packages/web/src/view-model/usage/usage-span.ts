/** Over which time usage is looked at. */
export type UsageSpan = '7d' | '30d' | '90d' | 'all'

export const USAGE_SPANS: readonly {
  readonly id: UsageSpan
  readonly title: string
  readonly days?: number
}[] = [
  { id: '7d', title: 'Last 7 days', days: 7 },
  { id: '30d', title: 'Last 30 days', days: 30 },
  { id: '90d', title: 'Last 90 days', days: 90 },
  { id: 'all', title: 'From the beginning' },
]

export const USUAL_SPAN: UsageSpan = '30d'

export function isUsageSpan(word: string): word is UsageSpan {
  return USAGE_SPANS.some(({ id }) => id === word)
}

export function spanTitle(span: UsageSpan): string {
  return USAGE_SPANS.find(({ id }) => id === span)?.title ?? ''
}

export interface UsageTimes {
  /** The midnight that the span begins with. */
  readonly since: Date
  /** The midnight that the span of the same length before it begins with. */
  readonly before: Date
}

/** Today is the last day of a span. Undefined for the one that has no beginning. */
export function usageTimes(span: UsageSpan, now: Date): UsageTimes | undefined {
  const days = USAGE_SPANS.find(({ id }) => id === span)?.days
  if (days === undefined) return undefined
  // By the calendar: a day is not always 24 hours long.
  const back = (count: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - count)
  return { since: back(days - 1), before: back(2 * days - 1) }
}
