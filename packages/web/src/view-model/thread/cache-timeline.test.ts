import { expect, test } from 'vitest'
import { answerView, turnView } from '../../testing/turn-view.ts'
import { cacheTimeline, hiddenRows } from './cache-timeline.ts'

const USAGE = { input: 100, cached: 60, output: 5, costUSD: 0.2, savedUSD: 0.3, milliseconds: 1 }

test('one row per turn that the model answered, with its known tokens', () => {
  const broke = {
    reason: 'forgotten',
    words: 'Something was forgotten.',
    layer: 'L2',
    tokens: 9,
    costUSD: 0.1,
  } as const
  const turns = [
    turnView({
      number: 1,
      answers: [answerView({ id: 'a', usage: USAGE, prefix: { epoch: 1, began: true } })],
    }),
    turnView({ number: 2, answers: [answerView({ id: 'other', modelId: 'another' })] }),
    turnView({
      number: 3,
      answers: [
        answerView({
          id: 'c',
          usage: { ...USAGE, input: 50, cached: 0, written: 40, uncached: 10 },
          prefix: { epoch: 2, began: true, broke },
        }),
      ],
    }),
    turnView({ number: 4, answers: [answerView({ id: 'd', status: 'streaming' })] }),
  ]
  const { rows, most, costUSD, fullUSD } = cacheTimeline(turns, 'cloud/model')
  expect(rows.map(({ turn, answerId, epoch }) => [turn, answerId, epoch])).toEqual([
    [1, 'a', 1],
    [3, 'c', 2],
    [4, 'd', undefined],
  ])
  expect(rows.map(({ tokens }) => tokens)).toEqual([
    { input: 100, reused: 60, written: 0, fresh: 40 },
    { input: 50, reused: 0, written: 40, fresh: 10 },
    undefined,
  ])
  expect(rows[1]?.broke).toEqual(broke)
  expect([most, costUSD, fullUSD]).toEqual([100, 0.4, 1])
})

test('of several answers in a turn the continued one counts, else the model’s last', () => {
  const [first, second, chosen] = ['a', 'b', 'c'].map((id) =>
    answerView({ id, modelId: id === 'c' ? 'another' : 'cloud/model' }),
  ) as [ReturnType<typeof answerView>, ReturnType<typeof answerView>, ReturnType<typeof answerView>]
  const turn = { ...turnView({ answers: [chosen, first, second] }), answer: chosen }
  expect(cacheTimeline([turn], 'cloud/model').rows[0]?.answerId).toBe('b')
  expect(cacheTimeline([{ ...turn, answer: first }], 'cloud/model').rows[0]?.answerId).toBe('a')
})

test('draws the last of many turns, and always the one in view', () => {
  const turns = Array.from({ length: 40 }, (_, index) =>
    turnView({
      number: index + 1,
      answers: [answerView({ id: `a${index}`, status: index === 4 ? 'failed' : 'complete' })],
    }),
  )
  const { rows } = cacheTimeline(turns, 'cloud/model')
  const hidden = (answerId: string) => hiddenRows(rows, { answerId, most: 30 })
  expect(['a39', 'a4', 'of another model'].map(hidden)).toEqual([10, 4, 10])
  expect(rows[4]).toMatchObject({ status: 'failed', tokens: undefined })
})
