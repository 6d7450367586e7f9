import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from './correct-word.ts'

const whole = { most: 2, openEnd: false }

test('counts wrong, missing, extra and swapped letters', () => {
  expect(editDistance('obsidan', 'obsidian', whole)).toBe(1)
  expect(editDistance('teh', 'the', whole)).toBe(1)
  expect(editDistance('grafanna', 'grafana', whole)).toBe(1)
  expect(editDistance('kubernets', 'kubernetes', whole)).toBe(1)
  expect(editDistance('pyhton', 'python', whole)).toBe(1)
  expect(editDistance('docker', 'locker', whole)).toBe(1)
  expect(editDistance('docker', 'socket', whole)).toBe(2)
  expect(editDistance('docker', 'kitchen', whole)).toBe(3)
})

test('a prefix match ignores what follows the stem', () => {
  expect(editDistance('configuraton', 'configur', { most: 1, openEnd: true })).toBe(0)
  expect(editDistance('confguraton', 'configur', { most: 1, openEnd: true })).toBe(1)
})

test('is symmetric, and zero only for equal words', () => {
  const word = fc.stringMatching(/^[abc]{0,6}$/)
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b, whole)).toBe(editDistance(b, a, whole))
      expect(editDistance(a, b, whole) === 0).toBe(a === b)
    }),
  )
})
