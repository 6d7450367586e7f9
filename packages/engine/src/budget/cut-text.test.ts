import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutLine, cutText } from './cut-text.ts'
import { anyText } from './testing/any-text.ts'

describe('cutText', () => {
  test('marks what it cuts, and never cuts a pair', () => {
    expect(cutText('whole', 5)).toBe('whole')
    expect(cutText('longer', 5)).toBe('long…')
    expect(cutText('ab cd', 4)).toBe('ab…')
    expect(cutText('a😀b', 3)).toBe('a…')
    expect(cutText('abc', 0)).toBe('')
  })

  test('any text: bounded, and a beginning of it', () => {
    fc.assert(
      fc.property(anyText(), fc.integer({ min: -2, max: 20 }), (text, maximum) => {
        const cut = cutText(text, maximum)
        expect(cut.length).toBeLessThanOrEqual(Math.max(0, maximum))
        if (cut !== text) expect(text.startsWith(cut.slice(0, -1))).toBe(true)
        if (text.isWellFormed()) expect(cut.isWellFormed()).toBe(true)
      }),
    )
  })
})

describe('cutLine', () => {
  test('gives one line without blanks at its ends', () => {
    expect(cutLine(' a\r\n\tb\u2028c\0 ', 20)).toBe('a b c')
    expect(cutLine(`a${' '.repeat(1000)}b`, 20)).toBe('a…')
  })

  test('any text: bounded, one line', () => {
    fc.assert(
      fc.property(anyText(), fc.integer({ min: -2, max: 20 }), (text, maximum) => {
        const line = cutLine(text, maximum)
        expect(line.length).toBeLessThanOrEqual(Math.max(0, maximum))
        expect(line).not.toMatch(/[\n\r\u2028\u2029\0]/)
        expect(line).toBe(line.trim())
        if (text.isWellFormed()) expect(line.isWellFormed()).toBe(true)
      }),
    )
  })
})
