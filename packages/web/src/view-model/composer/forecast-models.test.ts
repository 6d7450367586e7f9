import type { ForecastView } from '@varve/contract'
import { describe, expect, test } from 'vitest'
import { forecastModels, overByAll } from './forecast-models.ts'

const forecast: ForecastView = {
  usedTokens: 100,
  budgetTokens: 1_000,
  cachedTokens: 0,
  newTokens: 100,
  costUSD: 0.03,
}
const model = { modelId: 'm/a', costUSD: 0.01, cachedTokens: 75, newTokens: 25 }

describe('what several models would cost', () => {
  test('lists each under its name; a missing model under its id', () => {
    const models = [model, { ...model, modelId: 'm/gone', overBy: 7 }]
    expect(forecastModels({ ...forecast, models }, [{ id: 'm/a', name: 'A' }])).toEqual([
      { id: 'm/a', name: 'A', cached: '75\u00a0%', costUSD: 0.01 },
      { id: 'm/gone', name: 'm/gone', cached: '75\u00a0%', costUSD: 0.01, overBy: 7 },
    ])
    expect(forecastModels(forecast, [])).toEqual([])
  })

  test('a message is too long if it fits none of them', () => {
    expect(overByAll(undefined)).toBeUndefined()
    expect(overByAll({ ...forecast, overBy: 5 })).toBe(5)
    expect(overByAll({ ...forecast, overBy: 5, models: [{ ...model, overBy: 5 }, model] })).toBeUndefined()
    const both = [
      { ...model, overBy: 5 },
      { ...model, overBy: 3 },
    ]
    expect(overByAll({ ...forecast, overBy: 5, models: both })).toBe(3)
  })
})
