import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Orientation } from './read-image-info.ts'
import { turnPixels } from './turn-pixels.ts'

const ALL: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]
/** What brings a picture back: quarter turns have each other, the rest themselves. */
const BACK: { readonly [orientation in Orientation]: Orientation } = {
  1: 1,
  2: 2,
  3: 3,
  4: 4,
  5: 5,
  6: 8,
  7: 7,
  8: 6,
}

test('every rotation has an inverse', () => {
  const sides = fc.integer({ min: 1, max: 6 })
  fc.assert(
    fc.property(sides, sides, fc.constantFrom(...ALL), (width, height, orientation) => {
      const data = Uint8Array.from({ length: width * height * 4 }, (_, index) => index % 251)
      const turned = turnPixels({ data, width, height }, orientation)
      expect(turnPixels(turned, BACK[orientation])).toEqual({ data, width, height })
    }),
  )
})

test('a quarter turn to the right puts the left column on top', () => {
  const data = new Uint8Array([1, 1, 1, 1, 2, 2, 2, 2])
  expect(turnPixels({ data, width: 2, height: 1 }, 6)).toEqual({ data, width: 1, height: 2 })
  expect([...turnPixels({ data, width: 2, height: 1 }, 8).data.subarray(0, 1)]).toEqual([2])
})
