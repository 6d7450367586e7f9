import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sliceText } from './o200k-tokenizer.ts'
import { anyText } from './testing/any-text.ts'

describe('sliceText', () => {
  test('a short text is one slice, an empty one is none', () => {
    expect([...sliceText('short', 10)]).toEqual(['short'])
    expect([...sliceText('', 10)]).toEqual([])
  })

  test('cuts fall before blanks and between letters and digits', () => {
    expect([...sliceText('first second third', 10)]).toEqual(['first', ' second', ' third'])
    expect([...sliceText('abcdef123456', 8)]).toEqual(['abcdef', '123456'])
  })

  test('a pair is never cut, also in a run of pairs', () => {
    expect([...sliceText('😀😀😀', 3)]).toEqual(['😀', '😀', '😀'])
  })

  test('any text: bounded slices that give the text back, well-formed where it was', () => {
    fc.assert(
      fc.property(anyText(400), fc.integer({ min: 2, max: 40 }), (text, maximum) => {
        const slices = [...sliceText(text, maximum)]
        expect(slices.join('')).toBe(text)
        expect(slices.every((slice) => slice.length > 0 && slice.length <= maximum)).toBe(true)
        if (text.isWellFormed()) expect(slices.every((slice) => slice.isWellFormed())).toBe(true)
      }),
    )
  })
})
