import { expect, test } from 'vitest'
import { wholeId } from './branches.ts'

test('a unique beginning of an id is enough', () => {
  const ids = ['abcd-1', 'abcd-2', 'abcde', 'abcde']
  expect(['abcd-1', 'abcde', 'abcd-2', 'abc', 'other'].map((wanted) => wholeId(ids, wanted))).toEqual([
    'abcd-1',
    'abcde',
    'abcd-2',
    'abc',
    'other',
  ])
  expect(wholeId(['0123-4', '0124-5'], '0123')).toBe('0123-4')
  expect(() => wholeId(ids, 'abcd')).toThrow('3 ids begin with "abcd": give more of it.')
})
