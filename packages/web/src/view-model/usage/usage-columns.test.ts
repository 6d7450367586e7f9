import type { TurnStatisticsView } from '@varve/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextDay, OTHER_MODELS, usageColumns } from './usage.ts'

type DaySum = TurnStatisticsView['days'][number]

const NOTHING = {
  calls: 0,
  sideCalls: 0,
  failed: 0,
  input: 0,
  cached: 0,
  output: 0,
  cacheShare: 0,
  savedUSD: 0,
}

function day(name: string, costs: Readonly<Record<string, number>>): DaySum {
  const models = Object.entries(costs).map(([modelName, costUSD]) => ({
    ...NOTHING,
    modelId: modelName,
    modelName,
    calls: 1,
    input: 100,
    costUSD,
  }))
  const sum = (of: (model: DaySum['models'][number]) => number) =>
    models.reduce((all, each) => all + of(each), 0)
  return {
    ...NOTHING,
    day: name,
    calls: models.length,
    input: sum(({ input }) => input),
    costUSD: sum(({ costUSD }) => costUSD),
    models,
  }
}

test('one column per day, empty days included, with models stacked', () => {
  const { models, columns } = usageColumns({
    days: [day('2026-03-02', { Dear: 2, Cheap: 1 }), day('2026-02-27', { Cheap: 1 })],
    from: '2026-02-27',
    to: '2026-03-02',
  })
  expect(models).toEqual(['Cheap', 'Dear'])
  expect(columns.map(({ title, costUSD, calls }) => [title, costUSD, calls])).toEqual([
    ['27 Feb', 1, 1],
    ['28 Feb', 0, 0],
    ['1 Mar', 0, 0],
    ['2 Mar', 3, 2],
  ])
  expect(columns.at(-1)?.parts).toEqual([
    { model: 'Cheap', cost: 1, tokens: 100 },
    { model: 'Dear', cost: 2, tokens: 100 },
  ])
})

test('shows the three most expensive models, and the others together', () => {
  const costs = { a: 5, b: 4, c: 3, d: 2, e: 1 }
  const of = (names: string) =>
    usageColumns({
      days: [
        day('2026-01-01', Object.fromEntries(names.split('').map((name) => [name, costs[name as 'a']]))),
      ],
      from: '2026-01-01',
      to: '2026-01-01',
    })
  expect(of('abcde').models).toEqual(['a', 'b', 'c', OTHER_MODELS])
  expect(of('abcde').columns[0]?.parts.at(-1)).toEqual({ model: OTHER_MODELS, cost: 3, tokens: 200 })
  // A fourth is grey, and alone there.
  expect(of('abcd').models).toEqual(['a', 'b', 'c', 'd'])
})

test('groups many days into weeks ending with the last day, and very many into months', () => {
  const days = [day('2026-06-30', { a: 1 }), day('2026-01-01', { a: 1 })]
  const { columns: weeks, unit } = usageColumns({ days, from: '2026-01-01', to: '2026-06-30' })
  expect(weeks.at(-1)).toMatchObject({ title: '24 Jun to 30 Jun', costUSD: 1 })
  expect([weeks.length, unit]).toEqual([26, 'week'])
  const months = usageColumns({ days, from: '2023-01-31', to: '2026-07-02' })
  expect([months.columns.length, months.unit]).toEqual([43, 'month'])
  const titles = months.columns.map(({ title }) => title)
  expect([titles[0], ...titles.slice(-2)]).toEqual(['Jan 2023', 'Jun 2026', 'Jul 2026'])
})

test('distinguishes equal weeks of two years', () => {
  const { columns } = usageColumns({ days: [], from: '2025-12-10', to: '2026-12-30' })
  const titles = columns.map(({ title }) => title)
  expect(titles.slice(0, 5)).toEqual([
    '10 Dec 2025',
    '11 Dec to 17 Dec 2025',
    '18 Dec to 24 Dec 2025',
    '25 Dec to 31 Dec 2025',
    '1 Jan to 7 Jan',
  ])
  expect(titles.at(-1)).toBe('24 Dec to 30 Dec')
})

test('grouping loses nothing, whatever the days', () => {
  const days = fc.uniqueArray(
    fc.record({
      back: fc.nat(3_000),
      costs: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.nat(50)),
    }),
    { selector: ({ back }) => back },
  )
  fc.assert(
    fc.property(days, (some) => {
      const sums = some.map(({ back, costs }) => day(nextDay('2026-11-17', -back), costs))
      const { columns } = usageColumns({ days: sums, from: nextDay('2026-11-17', -3_000), to: '2026-11-17' })
      const cost = sums.reduce((all, { costUSD }) => all + costUSD, 0)
      expect(columns.reduce((all, { costUSD }) => all + costUSD, 0)).toBe(cost)
      expect(columns.flatMap(({ parts }) => parts).reduce((all, part) => all + part.cost, 0)).toBe(cost)
    }),
    { numRuns: 30 },
  )
})
