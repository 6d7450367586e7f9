import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitHighlights } from './split-highlights.ts'
import { splitPages } from './split-pages.ts'

test('pages of a PDF, empty ones too; a mark inside a line is text', () => {
  expect(splitPages('[page 1]\nOne\nsee [page 7]\n\n[page 2]\n\n\n[page 9]\nNine')).toEqual([
    { page: 1, text: 'One\nsee [page 7]' },
    { page: 2, text: '' },
    { page: 9, text: 'Nine' },
  ])
  expect(splitPages('')).toEqual([])
})

test('highlights are marked and the text stays whole, whatever the ranges', () => {
  expect(splitHighlights('the break clause', [[4, 9]])).toEqual([
    { text: 'the ', hit: false },
    { text: 'break', hit: true },
    { text: ' clause', hit: false },
  ])
  const range = fc.tuple(fc.integer({ min: -3, max: 30 }), fc.integer({ min: -3, max: 30 }))
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.array(range), (text, ranges) => {
      expect(
        splitHighlights(text, ranges)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
