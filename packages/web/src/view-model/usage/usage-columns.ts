import type { TurnStatisticsView } from '@varve/server/types'
import { nextDay, shortDay, shortMonthOfYear } from './calendar.ts'

type DaySum = TurnStatisticsView['days'][number]

/** What a column of the chart is high by. */
export type UsageMeasure = 'cost' | 'tokens'

export type UsageUnit = 'day' | 'week' | 'month'

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
  /** What one column stands for. */
  readonly unit: UsageUnit
}

/** The models with a depth of their own; a fifth could not be told from the others. */
const TOLD_APART = 3
export const OTHER_MODELS = 'Others'

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
  const told = all.slice(0, all.length === TOLD_APART + 1 ? TOLD_APART + 1 : TOLD_APART)
  return [...told.map(([name]) => name), ...(all.length > told.length ? [OTHER_MODELS] : [])]
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

/** A week of another year than the last day is told with its own. */
function names(group: readonly string[], unit: UsageUnit, to: string): Pick<UsageColumn, 'title' | 'mark'> {
  const [first = '', last = first] = [group[0], group.at(-1)]
  if (unit === 'month') return { title: shortMonthOfYear(first), mark: shortMonthOfYear(first) }
  const mark = shortDay(first)
  if (unit === 'day') return { title: mark, mark }
  const year = last.slice(0, 4) === to.slice(0, 4) ? '' : ` ${last.slice(0, 4)}`
  return { title: `${first === last ? mark : `${mark} to ${shortDay(last)}`}${year}`, mark }
}
