import type { TurnStatisticsView } from '@varve/contract'
import { expect, test } from 'vitest'
import { shownDays } from '../../usage/usage-view.tsx'
import { usageCsv } from '../../usage/usage-bar.tsx'
import { answerWords, costWords, formatSigned, shareChange, spentWords, usageTimes } from './usage.ts'

const TOTAL = {
  calls: 4,
  sideCalls: 0,
  failed: 0,
  input: 1_000,
  cached: 500,
  output: 10,
  cacheShare: 0.5,
  costUSD: 0.04,
  savedUSD: 0,
}

function view(change: Partial<typeof TOTAL>, more: Partial<TurnStatisticsView> = {}): TurnStatisticsView {
  const total = { ...TOTAL, ...change }
  return { total, models: [], days: [], chats: 2, ...more } as unknown as TurnStatisticsView
}

test('compares the cached share with the previous span', () => {
  const now = view({ cacheShare: 0.87 })
  expect(shareChange(now, view({ cacheShare: 0.81 }), '30d')).toEqual({
    words: '6 points up',
    direction: 'up',
    rest: 'on the 30 days before',
  })
  expect(shareChange(now, view({ cacheShare: 0.88 }), '7d')).toMatchObject({ words: '1 point down' })
  expect(shareChange(now, view({ cacheShare: 0.87 }), '7d')).toMatchObject({
    direction: 'same',
    rest: 'in the 7 days before',
  })
  expect(shareChange(now, view({ input: 0 }), '7d')).toBeUndefined()
  expect(shareChange(now, undefined, 'all')).toBeUndefined()
})

test('describes the figures', () => {
  expect(spentWords(TOTAL)).toBe('$0.010 per answer')
  expect(spentWords({ ...TOTAL, sideCalls: 3 })).toBe('$0.010 per answer, 3 in side calls')
  expect(spentWords({ ...TOTAL, costUSD: 0 })).toBe('nothing was charged')
  expect(spentWords({ ...TOTAL, costUSD: 0 }, true)).toBe('price unknown')
  const models = [
    { ...TOTAL, modelId: 'a', modelName: 'A', calls: 3 },
    { ...TOTAL, modelId: 'b', modelName: 'B', calls: 1, costUSD: 0 },
  ]
  expect(answerWords(view({ failed: 1 }, { models }))).toBe('2 chats, 1 free, 1 failed')
  expect(answerWords(view({ calls: 1 }, { chats: 1, models: models.slice(1) }))).toBe('1 chat, all free')
  const refused = { ...TOTAL, modelId: 'c', modelName: 'C', calls: 1, failed: 1, input: 0, costUSD: 0 }
  expect(answerWords(view({ calls: 1, failed: 1 }, { chats: 1, models: [refused] }))).toBe('1 chat, 1 failed')
  expect([refused, { ...refused, input: 9 }, TOTAL].map((sum) => costWords(sum))).toEqual([
    '–',
    'free',
    '$0.040',
  ])
  expect(formatSigned(-0.25)).toBe('−$0.250')
})

test('a span begins at local midnight, also when clocks change', () => {
  const now = new Date(2026, 9, 26, 14, 30)
  expect(usageTimes('7d', now)).toEqual({ since: new Date(2026, 9, 20), before: new Date(2026, 9, 13) })
  expect(usageTimes('all', now)).toBeUndefined()
})

test('keeps every day of a server in another time zone', () => {
  const now = new Date(2026, 9, 26, 14, 30)
  const days = ['2026-10-27', '2026-10-19'].map((day) => ({ ...TOTAL, day, models: [] }))
  expect(shownDays({ days }, '7d', now)).toEqual({ days, from: '2026-10-19', to: '2026-10-27' })
  expect(shownDays({ days: [] }, '7d', now)).toEqual({ days: [], from: '2026-10-20', to: '2026-10-26' })
  expect(shownDays({ days: days.slice(1) }, 'all', now)).toMatchObject({
    from: '2026-10-19',
    to: '2026-10-26',
  })
})

test('the CSV is oldest first, and no name becomes a formula', () => {
  const model = { ...TOTAL, modelId: 'm' }
  const days = [
    { ...TOTAL, day: '2026-01-02', models: [{ ...model, modelName: '=cmd()' }] },
    { ...TOTAL, day: '2026-01-01', models: [{ ...model, modelName: 'Says "hi", often' }] },
  ]
  expect(usageCsv({ days })).toBe(
    [
      'day,model,answers,side_calls,failed,input,cached,output,cost_usd,saved_usd',
      '2026-01-01,"Says ""hi"", often",4,0,0,1000,500,10,0.040000000,0.000000000',
      "2026-01-02,'=cmd(),4,0,0,1000,500,10,0.040000000,0.000000000",
      '',
    ].join('\r\n'),
  )
})
