import type { TurnStatisticsView } from '@varve/contract'
import { formatDate, formatMoney, formatTokens, priceWords } from '../text/format.ts'
import { t } from '../../i18n/t.ts'

/** The period whose usage is shown. */
export type UsageSpan = '7d' | '30d' | '90d' | 'all'

export const USAGE_SPANS: readonly {
  readonly id: UsageSpan
  readonly title: string
  readonly days?: number
}[] = [
  { id: '7d', title: t('Last 7 days'), days: 7 },
  { id: '30d', title: t('Last 30 days'), days: 30 },
  { id: '90d', title: t('Last 90 days'), days: 90 },
  { id: 'all', title: t('All time') },
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

const DAY_MILLISECONDS = 86_400_000

/** Days as `YYYY-MM-DD`, reckoned without a time zone. */
export function nextDay(day: string, by = 1): string {
  return new Date(Date.parse(day) + by * DAY_MILLISECONDS).toISOString().slice(0, 10)
}

/** The day that a moment is in, by the calendar of this device. */
export function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** `18 Oct`. */
function shortDay(day: string): string {
  return formatDate(new Date(day), { day: 'numeric', month: 'short', timeZone: 'UTC' })
}

/** `Oct 2026`. */
function shortMonthOfYear(day: string): string {
  return formatDate(new Date(day), { month: 'short', year: 'numeric', timeZone: 'UTC' })
}

type DaySum = TurnStatisticsView['days'][number]

/** What a column of the chart is high by. */
export type UsageMeasure = 'cost' | 'tokens'

type UsageUnit = 'day' | 'week' | 'month'

export interface UsageColumn {
  /** `18 Oct`, `18 Oct to 24 Oct`, `18 Oct to 24 Oct 2025`, `Oct 2026`. */
  readonly title: string
  /** Said at the axis. */
  readonly mark: string
  readonly costUSD: number
  readonly input: number
  readonly cached: number
  readonly output: number
  readonly calls: number
  /** By the name of a model, as the legend has it. */
  readonly parts: readonly { readonly model: string; readonly cost: number; readonly tokens: number }[]
}

export interface UsageColumns {
  /** Those that have a colour of their own, most expensive first, then what the others had together. */
  readonly models: readonly string[]
  readonly columns: readonly UsageColumn[]
  /** The time span of one column. */
  readonly unit: UsageUnit
}

/** Models with their own colour depth; a fifth depth would be too similar. */
const NAMED_APART = 3
export const OTHER_MODELS = t('Others')

const MOST_DAYS = 92
const MOST_WEEKS_IN_DAYS = 2 * 366

export interface DaysToShow {
  readonly days: readonly DaySum[]
  /** The first and the last day that are shown, also where nothing happened. */
  readonly from: string
  readonly to: string
}

/** One column for each day, without gaps; for each week or month where days would be too many. */
export function usageColumns({ days, from, to }: DaysToShow): UsageColumns {
  const models = modelsTold(days)
  const byDay = new Map(days.map((sum) => [sum.day, sum]))
  const columns: UsageColumn[] = []
  const { unit, groups } = groupsOf(from, to)
  for (const group of groups) {
    const sums = group.flatMap((day) => byDay.get(day) ?? [])
    columns.push({ ...names(group, unit, to), ...added(sums), parts: partsOf(sums, models) })
  }
  return { models, columns, unit }
}

function modelsTold(days: readonly DaySum[]): readonly string[] {
  const sums = new Map<string, { cost: number; tokens: number }>()
  for (const { models } of days)
    for (const { modelName, costUSD, input, output } of models) {
      const sum = sums.get(modelName) ?? { cost: 0, tokens: 0 }
      sums.set(modelName, { cost: sum.cost + costUSD, tokens: sum.tokens + input + output })
    }
  const all = [...sums].toSorted(
    ([a, x], [b, y]) => y.cost - x.cost || y.tokens - x.tokens || (a < b ? -1 : 1),
  )
  const named = all.slice(0, all.length === NAMED_APART + 1 ? NAMED_APART + 1 : NAMED_APART)
  return [...named.map(([name]) => name), ...(all.length > named.length ? [OTHER_MODELS] : [])]
}

function partsOf(sums: readonly DaySum[], models: readonly string[]): UsageColumn['parts'] {
  const parts = models.map((model) => ({ model, cost: 0, tokens: 0 }))
  for (const sum of sums)
    for (const { modelName, costUSD, input, output } of sum.models) {
      const part = parts.find(({ model }) => model === modelName) ?? parts.at(-1)
      if (!part) continue
      part.cost += costUSD
      part.tokens += input + output
    }
  return parts
}

function added(
  sums: readonly DaySum[],
): Pick<UsageColumn, 'costUSD' | 'input' | 'cached' | 'output' | 'calls'> {
  const total = (of: (sum: DaySum) => number) => sums.reduce((all, sum) => all + of(sum), 0)
  return {
    costUSD: total(({ costUSD }) => costUSD),
    input: total(({ input }) => input),
    cached: total(({ cached }) => cached),
    output: total(({ output }) => output),
    calls: total(({ calls }) => calls),
  }
}

interface DayGroups {
  readonly unit: UsageUnit
  readonly groups: readonly (readonly string[])[]
}

/** Groups of days that are a column together: the last one ends today. */
function groupsOf(from: string, to: string): DayGroups {
  const days: string[] = []
  for (let day = from; day <= to; day = nextDay(day)) days.push(day)
  if (days.length <= MOST_DAYS) return { unit: 'day', groups: days.map((day) => [day]) }
  if (days.length > MOST_WEEKS_IN_DAYS)
    return { unit: 'month', groups: [...Map.groupBy(days, (day) => day.slice(0, 7)).values()] }
  const weeks: string[][] = []
  for (let end = days.length; end > 0; end -= 7) weeks.unshift(days.slice(Math.max(0, end - 7), end))
  return { unit: 'week', groups: weeks }
}

/** A week of another year than the last day's is shown with its year. */
function names(group: readonly string[], unit: UsageUnit, to: string): Pick<UsageColumn, 'title' | 'mark'> {
  const [first = '', last = first] = [group[0], group.at(-1)]
  if (unit === 'month') return { title: shortMonthOfYear(first), mark: shortMonthOfYear(first) }
  const mark = shortDay(first)
  if (unit === 'day') return { title: mark, mark }
  const year = last.slice(0, 4) === to.slice(0, 4) ? '' : ` ${last.slice(0, 4)}`
  const days = first === last ? mark : t('{first} to {last}', { first: mark, last: shortDay(last) })
  return { title: days + year, mark }
}

interface ShareChange {
  readonly words: string
  readonly direction: 'up' | 'down' | 'same'
  readonly rest: string
}

/** How the cached share moved against the span before; undefined where there is nothing to compare with. */
export function shareChange(
  { total }: TurnStatisticsView,
  before: TurnStatisticsView | undefined,
  span: UsageSpan,
): ShareChange | undefined {
  if (!before || before.total.input === 0 || total.input === 0) return undefined
  const points = Math.round(total.cacheShare * 100) - Math.round(before.total.cacheShare * 100)
  const days = USAGE_SPANS.find(({ id }) => id === span)?.days ?? 0
  if (points === 0)
    return { words: t('As'), direction: 'same', rest: t('in the {days} days before', { days }) }
  const count = Math.abs(points)
  const rest = t('on the {days} days before', { days })
  return points > 0
    ? { words: t('{count} {count|point|points} up', { count }), direction: 'up', rest }
    : { words: t('{count} {count|point|points} down', { count }), direction: 'down', rest }
}

/** Under the sum that was spent. */
export function spentWords(
  { costUSD, calls, sideCalls }: TurnStatisticsView['total'],
  isUnknown = false,
): string {
  if (costUSD === 0) return isUnknown ? t('price unknown') : t('nothing was charged')
  const each = calls === 0 ? '' : t('{price} per answer', { price: formatMoney(costUSD / calls) })
  const beside = sideCalls === 0 ? '' : t('{sideCalls} in side calls', { sideCalls: formatTokens(sideCalls) })
  return [each, beside].filter((part) => part !== '').join(', ')
}

/** Under the number of answers. */
export function answerWords(
  { chats, models, total }: TurnStatisticsView,
  unpriced: ReadonlySet<string> = new Set(),
): string {
  // An answer without text was not free but failed.
  const free = models
    .filter(({ modelId, costUSD, input }) => costUSD === 0 && input > 0 && !unpriced.has(modelId))
    .reduce((sum, { calls }) => sum + calls, 0)
  const facts = [t('{count} {count|chat|chats}', { count: chats })]
  if (free > 0) facts.push(free === total.calls ? t('all free') : t('{count} free', { count: free }))
  if (total.failed > 0) facts.push(t('{count} failed', { count: total.failed }))
  return facts.join(', ')
}

/** What a model or a day cost; nothing is said where nothing was counted, as of a call that failed. */
export function costWords(
  { costUSD, input }: Pick<TurnStatisticsView['total'], 'costUSD' | 'input'>,
  isUnknown = false,
): string {
  return costUSD === 0 && input === 0 ? '–' : priceWords(costUSD, isUnknown)
}

/** Money that may have been lost. */
export function formatSigned(dollars: number): string {
  return dollars < 0 ? `−${formatMoney(-dollars)}` : formatMoney(dollars)
}
