import type { FreshView, InspectionView } from '@varve/contract'
import { expect, test } from 'vitest'
import { describeNewBar, newWords } from './turn-panel.tsx'

const APPENDS = 'Nothing sent before has changed: this request only appends.'
const FRESH: FreshView = {
  keptTokens: 2_000,
  newTokens: 350,
  isFirst: false,
  isCold: false,
  runs: [],
  breakUSD: 0,
}

function words(cached: number, change: Partial<FreshView> = {}, divergence = APPENDS): string {
  const predicted = { input: 2_350, cached, written: 0, uncached: 2_350 - cached, costUSD: 0.012 }
  return newWords({ divergence, predicted } as InspectionView, { ...FRESH, ...change })
}

test('a kept prefix shows its cached share and the price', () => {
  expect(words(2_000)).toBe(`${APPENDS} 2,000 tokens are expected from the cache. Expected to cost $0.012.`)
  expect(describeNewBar(FRESH)).toBe('2,000 tokens as in the previous call, 350 new')
})

test('distinguishes a cold cache, one out of reach, and a first request', () => {
  expect(words(0, { isCold: true })).toContain(
    'The cache is cold: the 2,000 tokens of the prefix are billed as new',
  )
  expect(words(0)).toContain('No cache hit is expected: the prefix of 2,000 tokens is too short')
  expect(words(0, { keptTokens: 0, isFirst: true }, 'First request.')).toBe(
    'First request. Everything is new. Expected to cost $0.012.',
  )
})

test('a cache break shows its cost', () => {
  expect(words(500, { breakUSD: 0.004 }, 'Something was forgotten.')).toBe(
    'Something was forgotten. 500 tokens are expected from the cache. Expected to cost $0.012, up to $0.004 of it for the break.',
  )
})
