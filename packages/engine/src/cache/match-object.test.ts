import { describe, expect, test } from 'vitest'
import { EMPTY_CACHE_MEMORY } from './cache-memory.ts'
import { DEFAULT_PROFILES } from './default-profiles.ts'
import { predictUsage } from './predict-usage.ts'
import { requestOf } from './testing/place-texts.ts'
import { minutes, runRequests } from './testing/run-requests.ts'

describe('class object', () => {
  const gemini = DEFAULT_PROFILES['gemini-object']
  const request = (time: number, texts = ['system:5000', 'hello:100']) =>
    requestOf(texts, { objectEnd: 1, at: minutes(time) })

  test('it is written by the first request that names it and read by the next', () => {
    expect(runRequests(gemini, request(0), request(30, ['system:5000', 'more:300']))).toEqual([
      [0, 5000, 100],
      [5000, 0, 300],
    ])
  })

  test('it lives from its creation, however often it is read', () => {
    expect(runRequests(gemini, request(0), request(50), request(60.1)).map(([cached]) => cached)).toEqual([
      0, 5000, 0,
    ])
  })

  test('nothing is created below the minimum, nor unless it is named', () => {
    expect(runRequests(gemini, requestOf(['small:4095', 'hello:100'], { objectEnd: 1 }))[0]).toEqual([
      0, 0, 4195,
    ])
    expect(runRequests(gemini, request(0), requestOf(['system:5000', 'hello:100']))[1]).toEqual([0, 0, 5100])
  })

  test('it covers no more than the request holds', () => {
    const long = requestOf(['system:5000', 'hello:100', 'more:300'])
    expect(runRequests(gemini, { ...long, length: 2, objectEnd: 3 })[0]).toEqual([0, 5100, 0])
  })

  test('its creation costs writing, reading and an hour of storage', () => {
    const { usage } = predictUsage(EMPTY_CACHE_MEMORY, request(0), gemini)
    const dollars = (5000 * 1.25 + 5000 * 0.1 * 1.25 + 100 * 1.25 + 5000 * 4.5) / 1e6
    expect(usage.costUSD).toBeCloseTo(dollars, 12)
    expect(usage.fullCostUSD).toBeCloseTo((5100 * 1.25) / 1e6, 12)
  })
})
