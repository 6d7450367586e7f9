import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeAttribute, escapeLine, unescapeAttribute, unescapeLine } from './escape-attribute.ts'
import { hostileText } from '../testing/hostile-text.ts'

describe('escapeLine and escapeAttribute', () => {
  test('[A-4] are undone exactly for every text, lone surrogates included', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(unescapeLine(escapeLine(text))).toBe(text)
        expect(unescapeAttribute(escapeAttribute(text))).toBe(text)
      }),
      { numRuns: 2000 },
    )
  })

  test('[L-1] give one line of well-formed text without markup or blanks at its ends', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const line = escapeLine(text)
        expect(line).not.toMatch(/[<>"\n\r\t\v\f\0\x85\u2028\u2029]/)
        expect(line).toBe(line.trim())
        expect(line.isWellFormed()).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test('[A-4] write entities that a person can read', () => {
    expect(escapeLine('R&D <"plan">\n')).toBe('R&amp;D &lt;&quot;plan&quot;&gt;&#10;')
    expect(escapeLine(' a b ')).toBe('&#32;a b&#32;')
    expect(escapeLine(' ')).toBe('&#32;')
    expect(escapeAttribute(' a\tb ')).toBe(' a&#9;b ')
    expect(escapeLine('\ud83d\ude00 \ud83d')).toBe('\ud83d\ude00 &#55357;')
    expect(escapeLine('&amp;lt;')).toBe('&amp;amp;lt;')
  })
})
