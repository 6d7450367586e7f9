import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { imageTokens } from './tokenizer.ts'
import { LIMITS } from './limits.ts'

const picture = (size: { width?: number; height?: number }) =>
  imageTokens({ hash: '0'.repeat(64), mediaType: 'image/png', name: 'a.png', ...size })

describe('imageTokens', () => {
  test('[B-1] a picture costs by its area', () => {
    expect(picture({ width: 750, height: 750 })).toBe(750)
    expect(picture({ width: 300, height: 1500 })).toBe(600)
  })

  test('a large picture is scaled down first; a tiny one still costs the least', () => {
    expect(picture({ width: 3136, height: 314 })).toBe(picture({ width: 1568, height: 157 }))
    expect(picture({ width: 1, height: 1 })).toBe(LIMITS.images.minimumTokens)
  })

  test('an unknown or senseless size costs the default', () => {
    const { unknownTokens } = LIMITS.images
    expect(picture({})).toBe(unknownTokens)
    expect(picture({ width: 100 })).toBe(unknownTokens)
    for (const width of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(picture({ width, height: 100 })).toBe(unknownTokens)
  })

  test('any size: whole, bounded, and no smaller for a larger picture', () => {
    const side = fc.integer({ min: 1, max: 100_000 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        const tokens = picture({ width, height })
        expect(Number.isInteger(tokens)).toBe(true)
        expect(tokens).toBeGreaterThanOrEqual(LIMITS.images.minimumTokens)
        expect(tokens).toBeLessThanOrEqual(LIMITS.images.maximumTokens)
        expect(picture({ width: width * 2, height: height * 2 })).toBeGreaterThanOrEqual(tokens)
      }),
    )
  })
})
