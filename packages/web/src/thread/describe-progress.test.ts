import { expect, test } from 'vitest'
import { describeProgress } from './answer-columns.tsx'

test.each([
  [['complete', 'failed', 'complete'], '2 answered, 1 failed.'],
  [['streaming', 'streaming'], '2 still answering.'],
  [['complete', 'stopped', 'interrupted', 'streaming'], '1 answered, 2 stopped, 1 still answering.'],
] as const)('a failed model is not counted as answered: %s', (statuses, words) => {
  expect(describeProgress(statuses.map((status) => ({ status })))).toBe(words)
})
