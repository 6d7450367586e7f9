import * as fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { o200kTokenizer } from './o200k-tokenizer.ts'
import { anyText } from './testing/any-text.ts'
import { oddWords } from './testing/odd-words.ts'

const { count } = o200kTokenizer
const exactly = (text: string) => countTokens(text, { disallowedSpecial: new Set() })

describe('o200kTokenizer', () => {
  test('[B-1] known counts', () => {
    expect(count('')).toBe(0)
    expect(count('hello world')).toBe(2)
    expect(count('a'.repeat(8))).toBe(1)
  })

  test('text that looks like a control token is text', () => {
    expect(count('<|endoftext|>')).toBeGreaterThan(1)
    expect(count('before <|im_start|> after <|endofprompt|>')).toBeGreaterThan(4)
  })

  test('[B-1] a text cut into slices has the same count as the whole', () => {
    const word = fc.oneof(
      fc.lorem({ maxCount: 1 }),
      fc.string({ maxLength: 6 }),
      fc.constantFrom(
        '\n\n',
        '  ',
        "it's",
        '北京大学',
        '2024-05-01',
        'snake_case',
        '\tif (x) {\n',
        '👩‍👧',
        'é\u0301',
      ),
    )
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 250, maxLength: 600 }),
        fc.constantFrom(' ', ', ', ''),
        (words, glue) => {
          const text = words.join(glue)
          expect(count(text)).toBe(exactly(text))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('[B-1] words, signs and blanks of every kind: the count of the library for the whole text', () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 200 })
    fc.assert(
      fc.property(fc.oneof(ascii, oddWords('ascii'), oddWords('any'), anyText(200)), (text) => {
        expect(count(text)).toBe(exactly(text))
      }),
      { numRuns: 3000 },
    )
  })

  test('only a run without any place to cut is counted roughly: a token or so per slice', () => {
    const text = `begin ${'x'.repeat(3000)} end`
    expect(Math.abs(count(text) - exactly(text))).toBeLessThanOrEqual(8)
  })

  test('hostile runs end', () => {
    expect(count('a'.repeat(200_000))).toBe(25_000)
    for (const unit of [' ', '\n', '-', "'", '\u0301', '\ud800', '漢', '😀', 'ab1'])
      expect(count(unit.repeat(200_000))).toBeGreaterThan(1000)
  })

  test('any text has a count, the same each time', () => {
    fc.assert(
      fc.property(
        anyText().filter((text) => text !== ''),
        (text) => {
          const tokens = count(text)
          expect(Number.isSafeInteger(tokens) && tokens > 0).toBe(true)
          expect(count(text)).toBe(tokens)
        },
      ),
    )
  })
})
