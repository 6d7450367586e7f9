import type { ForecastView } from '@varve/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeForecast, gaugeShares } from './gauge.tsx'

const forecast: ForecastView = {
  usedTokens: 35_838,
  budgetTokens: 180_000,
  cachedTokens: 27_080,
  newTokens: 8_758,
  costUSD: 0.041,
}

describe('gauge', () => {
  test('cached and new parts are in proportion to the budget', () => {
    const shares = gaugeShares(forecast)
    expect(shares.cached).toBeCloseTo(15.04, 2)
    expect(shares.fresh).toBeCloseTo(4.87, 2)
    expect(shares.overTokens).toBe(0)
    expect(describeForecast(forecast)).toBe('27,080 cached, 8,758 new, 144,162 tokens free')
  })

  test('names what does not fit', () => {
    const over = { ...forecast, usedTokens: 194_300 }
    expect(gaugeShares(over).overTokens).toBe(14_300)
    expect(describeForecast(over)).toContain('14,300 too many')
  })

  test('the parts never exceed the bar, whatever the server says', () => {
    const amounts = fc.record({
      usedTokens: fc.nat(1e6),
      budgetTokens: fc.nat(1e6),
      cachedTokens: fc.nat(1e6),
    })
    fc.assert(
      fc.property(amounts, (values) => {
        const { cached, fresh, over } = gaugeShares({ ...forecast, ...values })
        for (const part of [cached, fresh, over]) expect(part).toBeGreaterThanOrEqual(0)
        expect(cached + fresh + over).toBeLessThanOrEqual(100.0001)
      }),
    )
  })
})
