import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calibrateTokenizer } from './calibrate.ts'
import { estimateTokenizer } from './estimate-tokenizer.ts'
import type { Tokenizer } from './tokenizer.ts'

const letters: Tokenizer = { id: 'letters', count: (text) => text.length }
const TEXT = 'x'.repeat(1000)

describe('calibrateTokenizer', () => {
  test('[B-1] counts follow the last reported usage', () => {
    const tokenizer = calibrateTokenizer(letters, { estimated: 1000, reported: 1300 })
    expect(tokenizer.count(TEXT)).toBe(1300)
    expect(tokenizer.id).not.toBe(letters.id)
  })

  test('a second report corrects the first and wraps nothing twice', () => {
    const first = calibrateTokenizer(letters, { estimated: 1000, reported: 2000 })
    const second = calibrateTokenizer(first, { estimated: first.count(TEXT), reported: 1000 })
    expect(second.count(TEXT)).toBe(1000)
    expect(second.id).toBe('letters@1.00')
  })

  test('a report that agrees keeps the tokenizer, and with it every stored count', () => {
    const tokenizer = estimateTokenizer(1.1)
    expect(calibrateTokenizer(tokenizer, { estimated: 1000, reported: 1010 })).toBe(tokenizer)
  })

  test('too small or senseless reports change nothing', () => {
    for (const [estimated, reported] of [
      [10, 90],
      [0, 100],
      [1000, 0],
      [1000, -5],
      [Number.NaN, 5],
      [1000, Number.POSITIVE_INFINITY],
    ] as const)
      expect(calibrateTokenizer(letters, { estimated, reported })).toBe(letters)
  })

  test('[B-1] whatever is reported, the factor stays between 0.5 and 2, with few ids', () => {
    const report = fc.record({ estimated: fc.nat({ max: 1e6 }), reported: fc.nat({ max: 1e6 }) })
    const ids = new Set<string>()
    fc.assert(
      fc.property(fc.array(report, { minLength: 1, maxLength: 20 }), (reports) => {
        const tokenizer = reports.reduce(calibrateTokenizer, letters)
        ids.add(tokenizer.id)
        expect(tokenizer.count(TEXT)).toBeGreaterThanOrEqual(500)
        expect(tokenizer.count(TEXT)).toBeLessThanOrEqual(2000)
      }),
    )
    expect(ids.size).toBeLessThanOrEqual(32)
  })
})
