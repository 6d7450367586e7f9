import { describe, expect, test } from 'vitest'
import { reconcileUsage } from './usage.ts'

const predicted = { input: 10_000, cached: 8_000, written: 1_500, uncached: 500 }

describe('reconcileUsage', () => {
  test('equal usage differs by nothing', () => {
    expect(reconcileUsage(predicted, { input: 10_000, cached: 8_000, written: 1_500 })).toEqual({
      input: 0,
      cached: 0,
      written: 0,
      uncached: 0,
      share: 0,
    })
  })

  test('a tenth of the prompt is tolerated, more is told with the numbers', () => {
    const tenth = reconcileUsage(predicted, { input: 10_000, cached: 7_000, written: 2_500 })
    expect(tenth).toEqual({ input: 0, cached: -1_000, written: 1_000, uncached: 0, share: 0.1 })
    const more = reconcileUsage(predicted, { input: 10_000, cached: 6_999, written: 2_501 })
    expect(more.warning).toContain('6999')
    expect(more.warning).toContain('8000')
  })

  test('where writes are not reported they count among the uncached', () => {
    const same = reconcileUsage(predicted, { input: 10_000, cached: 8_000 })
    expect(same).toEqual({ input: 0, cached: 0, written: 0, uncached: 0, share: 0 })
    const cold = reconcileUsage(predicted, { input: 10_000, cached: 0 })
    expect(cold).toMatchObject({ cached: -8_000, uncached: 8_000, share: 0.8 })
    expect(cold.warning).toContain('80 %')
  })

  test('a prompt that was cut short is a difference too', () => {
    const cut = reconcileUsage(
      { input: 10_000, cached: 0, written: 0, uncached: 10_000 },
      { input: 4_096, cached: 0 },
    )
    expect(cut).toMatchObject({ input: -5_904, uncached: -5_904 })
    expect(cut.warning).toContain('4096')
  })

  test('an empty report is compared with the forecast', () => {
    expect(reconcileUsage(predicted, { input: 0, cached: 0 }).share).toBe(0.8)
    const nothing = { input: 0, cached: 0, written: 0, uncached: 0 }
    expect(reconcileUsage(nothing, { input: 0, cached: 0 })).toEqual({ ...nothing, share: 0 })
  })
})
