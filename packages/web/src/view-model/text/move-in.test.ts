import { expect, test } from 'vitest'
import { moveIn } from './rows.ts'

test('arrows wrap, pages stop at the ends, other keys do nothing', () => {
  expect([0, 8, 9].map((at) => moveIn(10, at, 'ArrowDown'))).toEqual([1, 9, 0])
  expect([9, 1, 0].map((at) => moveIn(10, at, 'ArrowUp'))).toEqual([8, 0, 9])
  expect([moveIn(10, 1, 'PageDown'), moveIn(10, 5, 'PageDown'), moveIn(10, 5, 'PageUp')]).toEqual([9, 9, 0])
  expect(moveIn(10, 1, 'a')).toBeUndefined()
})

test('without a selection arrows start at an end; an empty list has none', () => {
  expect(moveIn(3, -1, 'ArrowDown')).toBe(0)
  expect(moveIn(3, -1, 'ArrowUp')).toBe(2)
  expect(moveIn(0, -1, 'ArrowDown')).toBeUndefined()
})
