import { expect, test } from 'vitest'
import { selectTurn } from './select-turn.ts'

const turns = [{ number: 1 }, { number: 2 }, { number: 3 }]

test('steps through the turns and stops at both ends', () => {
  expect(selectTurn(turns, 'latest', -1)).toBe(2)
  expect(selectTurn(turns, 2, -1)).toBe(1)
  expect(selectTurn(turns, 1, -1)).toBe(1)
})

test('at the newest turn it follows the chat again', () => {
  expect(selectTurn(turns, 2, 1)).toBe('latest')
  expect(selectTurn(turns, 'latest', 1)).toBe('latest')
})

test('a turn that is not there counts as the newest', () => {
  expect(selectTurn(turns, 9, -1)).toBe(2)
  expect(selectTurn([], 'latest', -1)).toBe('latest')
})
