import { expect, test } from 'vitest'
import { splitWarnings } from './split-warnings.ts'

test('why a run was ended is told apart from other warnings', () => {
  const ended = 'The run was ended: 25 steps were taken. What came so far is kept; ask to go on.'
  expect(splitWarnings(['The cache is lost.', ended])).toEqual({ ended, others: ['The cache is lost.'] })
  expect(splitWarnings(undefined)).toEqual({ ended: undefined, others: [] })
})
