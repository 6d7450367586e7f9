import { expect, test } from 'vitest'
import { countOf, showMoney } from './text.ts'

test('money below nothing has its sign before the dollar, and no more digits than above', () => {
  expect([0, 0.00131, 0.5, 12.345, -0.00131, -12.345].map(showMoney)).toEqual([
    '$0',
    '$0.00131',
    '$0.500',
    '$12.35',
    '-$0.00131',
    '-$12.35',
  ])
})

test('one of a thing is one of it', () => {
  expect([countOf(1, 'turn'), countOf(2000, 'turn')]).toEqual(['1 turn', '2,000 turns'])
})
