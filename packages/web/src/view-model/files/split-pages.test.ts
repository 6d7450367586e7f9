import { expect, test } from 'vitest'
import { pageLines, splitPages } from './note-text.ts'

test('finds pages of a PDF, empty ones too; a mark inside a line is text', () => {
  expect(splitPages('[page 1]\nOne\nsee [page 7]\n\n[page 2]\n\n\n[page 9]\nNine')).toEqual([
    { page: 1, text: 'One\nsee [page 7]' },
    { page: 2, text: '' },
    { page: 9, text: 'Nine' },
  ])
  expect(splitPages('')).toEqual([])
})

test('locates pages among the lines of the text', () => {
  const text = '[page 8]\nEight.\n\n[page 9]\nNine,\nmore.\n\n[page 10]\nTen.'
  expect(pageLines(text, [9, 9])).toEqual([4, 6])
  expect(pageLines(text, [9, 10])).toEqual([4, 9])
  expect(pageLines(text, [11, 11])).toBeUndefined()
})
