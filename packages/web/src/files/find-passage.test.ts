import { expect, test } from 'vitest'
import { findPassage } from './ask-selection.tsx'

const NOTE = '# Tide\r\n\r\nHigh at noon.\r\nLow at six, **always**.\r\n\r\nLast line.'

test('words that stand so in the file are taken as they were selected, with their own lines', () => {
  expect(findPassage(NOTE, [3, 4], ' at six,\n')).toEqual({ lines: [4, 4], content: 'at six,' })
  expect(findPassage(NOTE, [3, 4], 'noon.\nLow')).toEqual({ lines: [3, 4], content: 'noon.\nLow' })
})

test('with marks in between that do not show, whole lines are taken', () => {
  expect(findPassage(NOTE, [3, 4], 'six, always')).toEqual({
    lines: [3, 4],
    content: 'High at noon.\nLow at six, **always**.',
  })
  expect(findPassage(NOTE, [4, 99], 'six, always')?.lines).toEqual([4, 6])
})

test('nothing selected, or lines that are not there, are no passage', () => {
  expect(findPassage(NOTE, [3, 4], ' \n')).toBeUndefined()
  expect(findPassage(NOTE, [9, 9], 'noon')).toBeUndefined()
})
