import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeAscii } from './encode-ascii.ts'
import { estimateAscii } from './estimate-ascii.ts'
import { estimateAny, estimateTokenizer } from './estimate-tokenizer.ts'
import { sliceText } from './slice-text.ts'
import { anyText } from './testing/any-text.ts'
import { oddWords } from './testing/odd-words.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const ascii = fc.string({ unit: 'binary-ascii', maxLength: 200 })

describe('estimateAscii', () => {
  test('[B-1] says of any ASCII text what the library says', () => {
    fc.assert(
      fc.property(fc.oneof(ascii, oddWords('ascii')), (text) => {
        expect(estimateAscii(bytesOf(text))).toBe(estimateAny(text))
      }),
      { numRuns: 2000 },
    )
  })

  test('lengths around every threshold', () => {
    for (const unit of ['a', 'A', '1', 'a1', '.', "'", 'aB', ' ', '\n', '\t\n', '\r\n', '\0'])
      for (let times = 1; times <= 90; times += 1) {
        const text = unit.repeat(times)
        for (const whole of [text, `.${text}`, `x${text}`, `${text}x`])
          expect(estimateAscii(bytesOf(whole))).toBe(estimateAny(whole))
      }
  })

  test('encodes what is plain, and nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(ascii, anyText()), (text) => {
        const isPlain = Array.from(text).every((character) => character <= '\x7f')
        expect(encodeAscii(text)?.length).toBe(isPlain ? text.length : undefined)
      }),
    )
  })

  test('[B-1] texts of any script: line by line as slice by slice', () => {
    const { count } = estimateTokenizer()
    fc.assert(
      fc.property(fc.oneof(anyText(300), oddWords('any')), (text) => {
        let whole = 0
        for (const slice of sliceText(text, 16_384)) whole += estimateAny(slice)
        expect(count(text)).toBe(text === '' ? 0 : Math.max(1, whole))
      }),
      { numRuns: 1000 },
    )
  })
})
