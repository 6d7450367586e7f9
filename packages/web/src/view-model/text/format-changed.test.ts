import { expect, test } from 'vitest'
import { formatChanged } from './format.ts'

const now = new Date(2026, 10, 15, 9, 30)

test.each([
  [new Date(2026, 10, 15, 0, 5), 'today at 00:05'],
  [new Date(2026, 10, 14, 23, 59), 'yesterday at 23:59'],
  [new Date(2026, 9, 28, 16, 2), '28 October'],
  [new Date(2024, 4, 3), '3 May 2024'],
])('%s is %s', (then, words) => {
  expect(formatChanged(then.getTime(), now)).toBe(words)
})
