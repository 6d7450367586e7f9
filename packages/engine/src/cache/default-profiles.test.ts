import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILES } from './default-profiles.ts'
import { overrideProfile } from './default-profiles.ts'

describe.each(Object.entries(DEFAULT_PROFILES))('profile %s', (id, profile) => {
  test('carries its name, the date and the source of its numbers', () => {
    expect(profile.id).toBe(id)
    expect(profile.asOf).toBe('2026-11-15')
    expect(profile.source).not.toBe('')
  })

  test('survives JSON, so that a user can copy and change it', () => {
    expect(JSON.parse(JSON.stringify(profile))).toEqual(profile)
  })

  test('reading is cheaper than writing, and marks belong to the class that knows them', () => {
    expect(profile.weights.read).toBeLessThan(profile.weights.write)
    expect(profile.rates.read).toBeLessThan(profile.rates.write)
    expect(profile.maximumMarks > 0).toBe(profile.matchClass === 'breakpoint')
  })
})

describe('overrideProfile', () => {
  const { anthropic } = DEFAULT_PROFILES

  test('replaces what is given and keeps the rest, inside groups too', () => {
    const changed = overrideProfile(anthropic, {
      minimumTokens: 4096,
      weights: { read: 0.2 },
      price: { input: 5 },
    })
    expect(changed).toEqual({
      ...anthropic,
      minimumTokens: 4096,
      weights: { read: 0.2, write: 1.25, uncached: 1 },
      price: { ...anthropic.price, input: 5 },
    })
    expect(anthropic.weights.read).toBe(0.1)
    expect(overrideProfile(anthropic, {})).toEqual(anthropic)
  })
})
