import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILES } from './default-profiles.ts'
import { overrideProfile } from './default-profiles.ts'
import { priceUsage, weighUsage } from './usage.ts'

const { anthropic, ollama } = DEFAULT_PROFILES

describe('priceUsage', () => {
  test('each kind of token has its rate, and output its own', () => {
    const usage = { input: 100_000, cached: 80_000, written: 15_000, uncached: 5_000 }
    expect(priceUsage(usage, anthropic)).toBeCloseTo((80_000 * 0.3 + 15_000 * 3.75 + 5_000 * 3) / 1e6, 12)
    expect(priceUsage(usage, anthropic, 1000) - priceUsage(usage, anthropic)).toBeCloseTo(0.015, 12)
  })

  test('above a cliff the whole call is dearer, cached tokens and output included', () => {
    const at = { input: 200_000, cached: 150_000, written: 0, uncached: 50_000 }
    const above = { input: 200_001, cached: 150_000, written: 0, uncached: 50_001 }
    expect(priceUsage(at, anthropic, 1000)).toBeCloseTo((15_000 + 50_000) * 3e-6 + 0.015, 12)
    expect(priceUsage(above, anthropic, 1000)).toBeCloseTo((15_000 + 50_001) * 6e-6 + 0.0225, 12)
  })

  test('of several cliffs the highest one passed counts, in any order', () => {
    const price = {
      cliffs: [
        { above: 200, input: 9, output: 9 },
        { above: 100, input: 5, output: 5 },
      ],
    }
    const profile = overrideProfile(anthropic, { price })
    const priced = (input: number) =>
      priceUsage({ input, cached: 0, written: 0, uncached: input }, profile) * 1e6
    expect([priced(100), priced(150), priced(300)].map(Math.round)).toEqual([300, 750, 2700])
  })
})

test('weighUsage counts in tokens also where money is zero', () => {
  const usage = { input: 1100, cached: 1000, written: 0, uncached: 100 }
  expect(priceUsage(usage, ollama, 500)).toBe(0)
  expect(weighUsage(usage, ollama)).toBeCloseTo(150, 9)
  expect(weighUsage({ input: 300, cached: 100, written: 100, uncached: 100 }, anthropic)).toBeCloseTo(235, 9)
})
