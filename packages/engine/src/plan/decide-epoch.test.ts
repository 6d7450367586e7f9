import { describe, expect, test } from 'vitest'
import type { CacheProfile } from '../cache/cache-profile.ts'
import { DEFAULT_PROFILES } from '../cache/default-profiles.ts'
import { AppendLog } from '../collection/append-log.ts'
import { newConversation, sendMessage, testModel } from '../testing/walkthroughs/send-message.ts'
import type { PlacedBlock } from './writing/block.ts'
import { decideEpoch, isCold } from './plan-turn.ts'
import type { Epoch } from './epoch/epoch.ts'

const { epochs } = sendMessage(newConversation(), { text: 'x' }).state
const EPOCH: Epoch = { ...epochs['model-a']!, leadTokens: 0, lastAt: 0 }

const PREFIX: CacheProfile = {
  ...DEFAULT_PROFILES.offline,
  lifetimeSeconds: 300,
  weights: { read: 0.1, write: 1.25, uncached: 1 },
}
const MARKS: CacheProfile = { ...PREFIX, matchClass: 'breakpoint' }

/** 1,000 tokens were sent; 200 would be added, and 300 of them all are dead weight. */
const BEFORE: Epoch = epochOf([100, 250, 600, 1000], { stemEnd: 1, foldEnd: 2, baseEnd: 3, sentEnd: 4 })
const APPENDED: Epoch = epochOf([100, 250, 600, 1000, 1200], { deadTokens: 300, cut: 400 })

describe('[P-4] the price of a re-base', () => {
  test('is this call re-based less this call appended, with the shared part read', () => {
    const shared = 400
    const rebased = 0.1 * shared + (1200 - 300 - shared)
    const straight = 0.1 * 1000 + 200
    expect(priceOf({})).toBeCloseTo(rebased - straight)
  })

  test('reads nothing once the lifetime has passed', () => {
    expect(priceOf({ at: 300_000 })).toBeCloseTo(240)
    expect(priceOf({ at: 300_001 })).toBeCloseTo(900 - 1200)
  })

  test('knows hits only in whole steps', () => {
    const price = 0.1 * 384 + (900 - 384) - (0.1 * 896 + (1200 - 896))
    expect(priceOf({ profile: { ...PREFIX, stepTokens: 128 } })).toBeCloseTo(price)
  })

  test('knows no hit below the minimum', () => {
    expect(priceOf({ profile: { ...PREFIX, minimumTokens: 400 } })).toBeCloseTo(240)
    expect(priceOf({ profile: { ...PREFIX, minimumTokens: 401 } })).toBeCloseTo(900 - 300)
  })

  test('shares no more than is stored', () => {
    const appended = { ...APPENDED, cut: 5000 }
    expect(priceOf({ appended })).toBeCloseTo(0.1 * 1000 - 100 - (0.1 * 1000 + 200))
  })

  test.each([
    ['nothing', 99, 0],
    ['the stem', 100, 100],
    ['the stem', 249, 100],
    ['what would not fold', 250, 250],
    ['the base', 600, 600],
    ['all of it', 1000, 1000],
  ])('for providers with marks reaches up to the last stored one: %s, cut at %i', (_name, cut, shared) => {
    const price = 0.1 * shared + 1.25 * (900 - shared) - (0.1 * 1000 + 1.25 * 200)
    expect(priceOf({ appended: { ...APPENDED, cut }, profile: MARKS })).toBeCloseTo(price)
  })

  test.each([PREFIX, MARKS])(
    'counts the tool definitions, which stand before the cut ($matchClass)',
    (profile) => {
      const before = { ...BEFORE, leadTokens: 50 }
      const appended = { ...APPENDED, leadTokens: 50, cut: 600 }
      const fresh = profile === MARKS ? 1.25 : 1
      const price = 0.1 * 650 + fresh * (950 - 650) - (0.1 * 1050 + fresh * 200)
      expect(priceOf({ before, appended, profile })).toBeCloseTo(price)
    },
  )
})

describe('[P-4] the decision', () => {
  const price = 240

  test('falls when the rent is above the price, not when it equals it', () => {
    expect(decide({ before: { ...BEFORE, rent: price } }).rebase).toBe(false)
    expect(decide({ before: { ...BEFORE, rent: price + 1 } })).toMatchObject({
      rebase: true,
      reason: 'epoch-rent',
      numbers: { deadWeight: 300, rent: price + 1, cold: false },
    })
  })

  test('adds read weight × dead weight to the rent when the call is appended', () => {
    expect(decide({ before: { ...BEFORE, rent: 50 } }).rent).toBeCloseTo(50 + 0.1 * 300)
  })

  test('falls at once where the cache is cold', () => {
    expect(decide({ at: 300_001 })).toMatchObject({
      rebase: true,
      reason: 'epoch-cold',
      numbers: { cold: true, price: -300, rent: 0 },
    })
  })

  test('never falls without dead weight, however cold', () => {
    for (const deadTokens of [0, -10]) {
      const before = { ...BEFORE, rent: 50 }
      const { rebase, numbers, rent } = decide({ before, appended: { ...APPENDED, deadTokens }, at: 300_001 })
      expect([rebase, numbers.deadWeight, rent]).toEqual([false, 0, 50])
    }
  })

  test('never folds to below the size from which the provider caches', () => {
    const at = 300_001
    expect(decide({ profile: { ...PREFIX, minimumTokens: 900 }, at }).rebase).toBe(true)
    expect(decide({ profile: { ...PREFIX, minimumTokens: 901 }, at }).rebase).toBe(false)
  })
})

describe('[P-4] cold', () => {
  test('is past the lifetime, or never called', () => {
    expect(isCold(BEFORE, PREFIX, 300_000)).toBe(false)
    expect(isCold(BEFORE, PREFIX, 300_001)).toBe(true)
    expect(isCold({ ...BEFORE, lastAt: 1000 }, PREFIX, 301_000)).toBe(false)
    expect(isCold({ ...BEFORE, sentEnd: 0 }, PREFIX, 0)).toBe(true)
  })
})

interface Case {
  readonly before?: Epoch
  readonly appended?: Epoch
  readonly profile?: CacheProfile
  readonly at?: number
}

function decide({ before = BEFORE, appended = APPENDED, profile = PREFIX, at = 0 }: Case) {
  return decideEpoch({ before, appended, model: testModel({ profile }), at })
}

function priceOf(options: Case): number {
  return decide(options).numbers.price
}

function epochOf(ends: readonly number[], changes: Partial<Epoch>): Epoch {
  const [block] = EPOCH.blocks.slice()
  const blocks = ends.map(
    (end, index): PlacedBlock => ({ ...block!, end, tokens: end - (ends[index - 1] ?? 0) }),
  )
  return { ...EPOCH, blocks: AppendLog.from(blocks), ...changes }
}
