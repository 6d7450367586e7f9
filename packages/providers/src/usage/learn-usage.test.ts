import { type CacheProfile, DEFAULT_PROFILES, priceUsage } from '@varve/engine'
import type { Prediction, Usage } from '@varve/engine/internal'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  correctPrediction,
  doubtOf,
  factorOf,
  hitShareOf,
  type LearnedUsage,
  learnUsage,
  parseLearnedUsage,
  reportsNoHits,
} from './learn-usage.ts'

/** How a scripted provider answers: the share of what the rules promise that it reads, by the number of the call. */
type Script = (call: number, promised: number) => number

const LARGEST_BLOCK = 64

const SCRIPTS: Readonly<Record<string, fc.Arbitrary<Script>>> = {
  'reads all': fc.constant((_, promised) => promised),
  'never reads': fc.constant(() => 0),
  'reads a share': fc
    .double({ min: 0, max: 1, noNaN: true })
    .map((share) => (_, promised) => promised * share),
  'reads every other time': fc
    .nat({ max: 1 })
    .map((odd) => (call, promised) => (call % 2 === odd ? promised : 0)),
  'reads the first tokens only': fc
    .integer({ min: 0, max: 1500 })
    .map((most) => (_, promised) => Math.min(most, promised)),
  'reads from some call on': fc
    .integer({ min: 1, max: 4 })
    .map((from) => (call, promised) => (call < from ? 0 : promised)),
  'reads up to some call': fc
    .integer({ min: 1, max: 3 })
    .map((to) => (call, promised) => (call > to ? 0 : promised)),
  'reads in blocks': fc
    .integer({ min: 16, max: LARGEST_BLOCK })
    .map((block) => (_, promised) => promised - (promised % block)),
}

/** Prompts of a chat that only appends, each promised what the one before had. */
const prompts = fc
  .tuple(
    fc.integer({ min: 4000, max: 60_000 }),
    fc.array(fc.integer({ min: 150, max: 900 }), { minLength: 12, maxLength: 20 }),
  )
  .map(([first, added]) =>
    added.reduce<number[]>((sizes, more) => [...sizes, (sizes.at(-1) ?? 0) + more], [first]),
  )

const PROFILES: readonly CacheProfile[] = Object.values(DEFAULT_PROFILES).filter(
  ({ price }) => price.input > 0,
)

function expectedOf(sizes: readonly number[], call: number, profile: CacheProfile): Prediction {
  const input = sizes[call] ?? 0
  const cached = sizes[call - 1] ?? 0
  const written = profile.matchClass === 'breakpoint' ? input - cached : 0
  const usage = { input, cached, written, uncached: input - cached - written }
  return { ...usage, costUSD: priceUsage(usage, profile), fullCostUSD: 0 }
}

interface Provider {
  readonly script: Script
  /** The provider's tokens per one of ours, and a constant number added to every prompt. */
  readonly scale: number
  readonly overhead: number
  readonly writes: boolean
}

function report({ script, scale, overhead, writes }: Provider, expected: Usage, call: number): Usage {
  const input = Math.round(expected.input * scale) + overhead
  const cached = Math.min(input, Math.round(script(call, expected.cached * scale)))
  const written = writes && expected.written > 0 ? input - cached : 0
  return { input, cached, written, uncached: input - cached - written }
}

describe('a forecast learns from reports', () => {
  test.each(Object.keys(SCRIPTS))('at most 25 percent off after five calls of a provider that %s', (name) => {
    const scripts = SCRIPTS[name] as fc.Arbitrary<Script>
    // Nobody can know where in its last block a provider stops.
    const unknowable = name === 'reads in blocks' ? LARGEST_BLOCK : 0
    const provider = fc.record({
      script: scripts,
      scale: fc.double({ min: 0.4, max: 2.5, noNaN: true }),
      overhead: fc.integer({ min: 0, max: 2000 }),
      writes: fc.boolean(),
    })
    fc.assert(
      fc.property(provider, prompts, fc.constantFrom(...PROFILES), (scripted, sizes, profile) => {
        let learned: LearnedUsage = []
        for (const call of sizes.keys()) {
          const expected = expectedOf(sizes, call, profile)
          const predicted = correctPrediction(learned, { expected, factor: 1, profile })
          const reported = report(scripted, expected, call)
          const billed = priceUsage(reported, profile)
          const tolerated = 0.25 * billed + (unknowable * profile.price.input) / 1e6
          if (call >= 5) expect(Math.abs(predicted.costUSD - billed)).toBeLessThanOrEqual(tolerated)
          expect(predicted.cached + predicted.written + predicted.uncached).toBe(predicted.input)
          learned = learnUsage(parseLearnedUsage(JSON.parse(JSON.stringify(learned))), {
            expected,
            reported,
            factor: 1,
          })
        }
      }),
      { numRuns: 300 },
    )
  })

  test('a provider that follows its rules changes no forecast', () => {
    const profile = DEFAULT_PROFILES.openai
    let learned: LearnedUsage = []
    for (const call of [0, 1, 2, 3]) {
      const expected = expectedOf([5000, 6000, 7000, 8000], call, profile)
      expect(correctPrediction(learned, { expected, factor: 1.4, profile })).toBe(expected)
      learned = learnUsage(learned, { expected, reported: expected, factor: 1.4 })
    }
    expect(reportsNoHits(learned)).toBe(false)
  })

  test('reports missing hits after three calls that should have had some, until one has', () => {
    const profile = DEFAULT_PROFILES.openai
    const sizes = [5000, 6000, 7000, 8000, 9000]
    let learned: LearnedUsage = []
    const call = (number: number, share: number): boolean => {
      const expected = expectedOf(sizes, number, profile)
      const cached = expected.cached * share
      const reported = { ...expected, cached, uncached: expected.input - cached }
      learned = learnUsage(learned, { expected, reported, factor: 1 })
      return reportsNoHits(learned)
    }
    expect([0, 1, 2].map((number) => call(number, 0))).toEqual([false, false, false])
    expect(call(3, 0)).toBe(true)
    expect(call(4, 1)).toBe(false)
  })

  test('[B-1] the uncertainty of a count falls with matching reports and rises with others', () => {
    const expected = { input: 1000, cached: 0, written: 0, uncached: 1000 }
    const after = (...counts: readonly number[]): LearnedUsage =>
      counts.reduce<LearnedUsage>(
        (learned, input) => learnUsage(learned, { expected, reported: { ...expected, input }, factor: 1 }),
        [],
      )
    const doubt = (...counts: readonly number[]) => doubtOf(after(...counts), { isExact: false })
    expect(doubt()).toBe(0.1)
    expect(doubt(1200)).toBe(0.05)
    expect(doubt(1200, 1210, 1205)).toBeLessThan(0.03)
    expect(doubt(1500, 1000)).toBe(0.5)
    expect(doubtOf([], { isExact: true })).toBe(0)
    expect(doubtOf(after(1250), { isExact: true })).toBeCloseTo(0.2)
  })

  test('unreadable stored data teaches nothing; a factor of an earlier version still counts', () => {
    for (const value of [undefined, null, 'x', {}, [1], [{ counted: 'x' }], Number.NaN, -1])
      expect(parseLearnedUsage(value)).toEqual([])
    expect(factorOf(parseLearnedUsage(1.4))).toBe(1.4)
    expect(factorOf([])).toBe(1)
  })
})

test('the share of hits counts only calls of which some should have been cached', () => {
  const call = (expected: number, reported: number) => ({
    expected: { input: 1000, cached: expected, written: 0 },
    reported: { input: 1000, cached: reported, written: 0 },
  })
  expect(hitShareOf([])).toBeUndefined()
  expect(hitShareOf([call(0, 0)])).toBeUndefined()
  expect(hitShareOf([call(0, 500), call(800, 0), call(800, 900)])).toBe(0.5)
})
