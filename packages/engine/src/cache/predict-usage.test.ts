import { expect, test } from 'vitest'
import { EMPTY_CACHE_MEMORY } from './cache-memory.ts'
import { DEFAULT_PROFILES } from './default-profiles.ts'
import { predictUsage } from './predict-usage.ts'
import { requestOf } from './testing/place-texts.ts'
import { runRequests } from './testing/run-requests.ts'

test('a prediction carries its price, and the price without a cache', () => {
  const { anthropic } = DEFAULT_PROFILES
  const request = requestOf(['a:2000', 'b:1000'], { marks: [0] })
  const first = predictUsage(EMPTY_CACHE_MEMORY, request, anthropic)
  expect(first.usage.costUSD).toBeCloseTo((2000 * 1.25 + 1000) * 3e-6, 12)
  const second = predictUsage(first.memory, request, anthropic)
  expect(second.usage.costUSD).toBeCloseTo((2000 * 0.1 + 1000) * 3e-6, 12)
  expect(second.usage.fullCostUSD).toBeCloseTo(3000 * 3e-6, 12)
})

test('a request without any block is answered for its tools alone', () => {
  const empty = requestOf([], { leadTokens: 2000, leadHash: 'tools' })
  for (const profile of Object.values(DEFAULT_PROFILES)) {
    const [first] = runRequests(profile, empty)
    expect(first).toEqual([0, 0, 2000])
  }
})
