import { expect, test } from 'vitest'
import { findPassage } from './ask-selection.tsx'

const NOTE = '# Tide\r\n\r\nHigh at noon.\r\nLow at six, **always**.\r\n\r\nLast line.'

test('a selection that occurs in the file is taken literally, with its lines', () => {
  expect(findPassage(NOTE, [3, 4], ' at six,\n')).toEqual({ lines: [4, 4], content: 'at six,' })
  expect(findPassage(NOTE, [3, 4], 'noon.\nLow')).toEqual({ lines: [3, 4], content: 'noon.\nLow' })
})

test('with hidden marks in between, whole lines are taken', () => {
  expect(findPassage(NOTE, [3, 4], 'six, always')).toEqual({
    lines: [3, 4],
    content: 'High at noon.\nLow at six, **always**.',
  })
  expect(findPassage(NOTE, [4, 99], 'six, always')?.lines).toEqual([4, 6])
})

test('an empty selection or missing lines give no passage', () => {
  expect(findPassage(NOTE, [3, 4], ' \n')).toBeUndefined()
  expect(findPassage(NOTE, [9, 9], 'noon')).toBeUndefined()
})
