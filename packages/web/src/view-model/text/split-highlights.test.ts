import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitHighlights } from './text.ts'

test('marks highlights and keeps the text whole, for any ranges', () => {
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
