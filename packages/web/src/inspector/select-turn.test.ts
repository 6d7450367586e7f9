import { expect, test } from 'vitest'
import { selectTurn } from './select-turn.ts'

const turns = [{ number: 1 }, { number: 2 }, { number: 3 }]

test('steps through the turns and stops at both ends', () => {
  expect(selectTurn(turns, 'latest', -1)).toBe(2)
  expect(selectTurn(turns, 2, -1)).toBe(1)
  expect(selectTurn(turns, 1, -1)).toBe(1)
})

test('follows the chat again at the newest turn', () => {
  expect(selectTurn(turns, 2, 1)).toBe('latest')
  expect(selectTurn(turns, 'latest', 1)).toBe('latest')
})

test('treats a missing turn as the newest', () => {
  expect(selectTurn(turns, 9, -1)).toBe(2)
  expect(selectTurn([], 'latest', -1)).toBe('latest')
})
