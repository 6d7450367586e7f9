import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerView, turnView } from '../../testing/turn-view.ts'
import { isAnswering, mergeTurn } from './turns.ts'

const STATUSES = ['streaming', 'complete', 'failed'] as const

test('a late event does not restart an ended answer', () => {
  const old = turnView({ answers: [answerView({ id: 'a', status: 'streaming' }), answerView({ id: 'b' })] })
  const late = turnView({
    answers: [
      answerView({ id: 'a', text: 'Whole.' }),
      answerView({ id: 'b', status: 'streaming', text: 'Ha' }),
    ],
  })
  const merged = mergeTurn(old, late)
  expect(merged.answers.map(({ id, status, text }) => [id, status, text])).toEqual([
    ['a', 'complete', 'Whole.'],
    ['b', 'complete', 'An answer.'],
  ])
  expect(isAnswering(merged)).toBe(false)
})

test('no ended answer runs again, and the continued one is included', () => {
  const statuses = fc.array(fc.constantFrom(...STATUSES), { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(statuses, statuses, (before, after) => {
      const turn = (all: readonly (typeof STATUSES)[number][]) =>
        turnView({ answers: all.map((status, at) => answerView({ id: String(at), status })) })
      const merged = mergeTurn(turn(before), turn(after))
      expect(merged.answers).toContain(merged.answer)
      for (const [at, status] of before.entries())
        if (status !== 'streaming') expect(merged.answers[at]?.status).not.toBe('streaming')
    }),
  )
})
