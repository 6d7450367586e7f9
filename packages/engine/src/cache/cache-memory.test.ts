import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMPTY_CACHE_MEMORY, parseCacheMemory, rememberPrefixes } from './cache-memory.ts'
import { DEFAULT_PROFILES } from './default-profiles.ts'
import { predictUsage } from './predict-usage.ts'
import { requestOf } from './testing/place-texts.ts'

describe('parseCacheMemory', () => {
  test('anything that is no memory reads as an empty one and is never thrown at', () => {
    for (const value of [null, undefined, 7, 'text', [], { requests: 'none', marks: {} }])
      expect(parseCacheMemory(value)).toEqual(EMPTY_CACHE_MEMORY)
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const memory = parseCacheMemory(value)
        expect(Object.keys(memory)).toEqual(Object.keys(EMPTY_CACHE_MEMORY))
      }),
    )
  })

  test('an entry that does not parse is left out, the others stay', () => {
    const prefix = { lead: 'l', chain: 'c', end: 5, usedAt: 1 }
    const broken = [prefix, { ...prefix, end: '5' }, { ...prefix, lead: 1 }, null]
    const request = { lead: 'l', chains: ['a', 'b'], usedAt: 1 }
    const memory = parseCacheMemory({
      requests: [request, { ...request, chains: ['a', 1] }, { ...request, usedAt: null }, 3],
      marks: broken,
      units: broken,
      objects: broken,
    })
    expect(memory.marks).toEqual([prefix])
    expect(memory.units).toEqual([prefix])
    expect(memory.objects).toEqual([prefix])
    expect(JSON.parse(JSON.stringify(memory.requests))).toEqual([request])
  })
})

test('a stored request takes a few bytes a block', () => {
  const texts = Array.from({ length: 1000 }, (_, index) => `block ${index}:100`)
  const { memory } = predictUsage(EMPTY_CACHE_MEMORY, requestOf(texts), DEFAULT_PROFILES.openai)
  expect(JSON.stringify(memory).length).toBeLessThan(20_000)
})

test('rememberPrefixes moves what is used to the end and drops the longest unused', () => {
  const prefix = (chain: string, usedAt = 0) => ({ lead: 'l', chain, end: 1, usedAt })
  const stored = [prefix('a'), prefix('b'), prefix('c')]
  expect(rememberPrefixes(stored, [prefix('a', 9), prefix('d', 9)], 3)).toEqual([
    prefix('c'),
    prefix('a', 9),
    prefix('d', 9),
  ])
})
