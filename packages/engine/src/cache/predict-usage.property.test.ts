import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CacheMemory, EMPTY_CACHE_MEMORY, parseCacheMemory } from './cache-memory.ts'
import type { CacheProfile } from './cache-profile.ts'
import type { CacheRequest } from './cache-request.ts'
import { DEFAULT_PROFILES } from './default-profiles.ts'
import { overrideProfile } from './default-profiles.ts'
import { type Prediction, predictUsage } from './predict-usage.ts'
import { NaiveCache, type PlainCall } from './testing/naive-cache.ts'
import { countTokens, requestOf } from './testing/place-texts.ts'

const PROFILES: readonly CacheProfile[] = [
  ...Object.values(DEFAULT_PROFILES),
  // Small numbers, so that minimum, step, look-back and lifetime all matter in short conversations.
  overrideProfile(DEFAULT_PROFILES.openai, { id: 'small-prefix', lifetimeSeconds: 60 }),
  overrideProfile(DEFAULT_PROFILES.anthropic, { id: 'short-look-back', lookBackBlocks: 1, stepTokens: 128 }),
  overrideProfile(DEFAULT_PROFILES.deepseek, { id: 'short-unit', lifetimeSeconds: 60, minimumTokens: 500 }),
  overrideProfile(DEFAULT_PROFILES['gemini-object'], { id: 'small-object', minimumTokens: 500 }),
]

const text = fc.constantFrom('a:300', 'b:700', 'c:1500', 'empty:0', 'odd:77')

/** What a call keeps of the one before it, and what it adds. */
const change = fc.record({
  lead: fc.constantFrom('tools:0', 'tools:0', 'tools:0', 'more tools:600'),
  /** Which earlier call it starts from, counted back, and how much of its end it drops. */
  back: fc.nat({ max: 2 }),
  drop: fc.nat({ max: 4 }),
  added: fc.array(text, { maxLength: 6 }),
  marks: fc.uniqueArray(fc.nat({ max: 12 }), { maxLength: 4 }),
  objectEnd: fc.nat({ max: 5 }),
  /** As a share of the lifetime. */
  pause: fc.constantFrom(0, 0.1, 0.5, 1, 1.2),
})

function callsOf(
  changes: readonly (typeof change extends fc.Arbitrary<infer T> ? T : never)[],
  seconds: number,
) {
  const calls: PlainCall[] = []
  let at = 1_000
  for (const { lead, back, drop, added, marks, objectEnd, pause } of changes) {
    const start = calls.at(-1 - back)?.texts ?? []
    const texts = [...start.slice(0, Math.max(0, start.length - drop)), ...added]
    at += Math.round(pause * seconds * 1000)
    const inside = marks.filter((mark) => mark < texts.length).sort((a, b) => a - b)
    calls.push({ lead, texts, marks: inside, objectEnd: Math.min(objectEnd, texts.length), at })
  }
  return calls
}

function requestFor(call: PlainCall): CacheRequest {
  const { lead, texts, marks, objectEnd, at } = call
  return requestOf(texts, { leadHash: lead, leadTokens: countTokens(lead), marks, objectEnd, at })
}

function fold(calls: readonly PlainCall[], profile: CacheProfile) {
  let memory: CacheMemory = EMPTY_CACHE_MEMORY
  const usages: Prediction[] = []
  for (const call of calls) {
    const next = predictUsage(memory, requestFor(call), profile)
    memory = next.memory
    usages.push(next.usage)
  }
  return { memory, usages }
}

const changes = fc.array(change, { minLength: 1, maxLength: 8 })
const longChanges = fc.array(change, { minLength: 9, maxLength: 30 })
const RUNS = { numRuns: 150 }

describe.each(PROFILES)('$id', (profile) => {
  const callsFrom = (list: Parameters<typeof callsOf>[0]) => callsOf(list, profile.lifetimeSeconds)

  test('gives what a model that compares whole texts gives', () => {
    fc.assert(
      fc.property(changes, (list) => {
        const calls = callsFrom(list)
        const naive = new NaiveCache(profile)
        const expected = calls.map((call) => naive.predict(call))
        const usages = fold(calls, profile).usages
        expect(usages.map(({ cached, written }) => ({ cached, written }))).toEqual(expected)
      }),
      RUNS,
    )
  })

  test('usage adds up, costs no less than nothing, and reads no more than was ever shared', () => {
    fc.assert(
      fc.property(longChanges, (list) => {
        const calls = callsFrom(list)
        const naive = new NaiveCache(profile)
        for (const [index, usage] of fold(calls, profile).usages.entries()) {
          const call = calls[index] as PlainCall
          const tokens = [call.lead, ...call.texts].reduce((sum, item) => sum + countTokens(item), 0)
          expect(usage.input).toBe(tokens)
          expect(usage.cached + usage.written + usage.uncached).toBe(usage.input)
          for (const part of Object.values(usage)) expect(part).toBeGreaterThanOrEqual(0)
          expect(usage.cached).toBeLessThanOrEqual(naive.sharedTokens(call))
          naive.predict(call)
        }
      }),
      RUNS,
    )
  })

  test('memory survives JSON', () => {
    fc.assert(
      fc.property(changes, change, (list, last) => {
        const calls = callsFrom([...list, last])
        const { memory } = fold(calls.slice(0, -1), profile)
        const read = parseCacheMemory(JSON.parse(JSON.stringify(memory)))
        const request = requestFor(calls.at(-1) as PlainCall)
        const live = predictUsage(memory, request, profile)
        const reloaded = predictUsage(read, request, profile)
        expect(reloaded.usage).toEqual(live.usage)
        expect(JSON.stringify(reloaded.memory)).toBe(JSON.stringify(live.memory))
      }),
      RUNS,
    )
  })

  test('memory past its lifetime equals an empty one', () => {
    fc.assert(
      fc.property(changes, (list) => {
        const calls = callsFrom(list)
        const { memory } = fold(calls, profile)
        const last = calls.at(-1) as PlainCall
        const request = { ...requestFor(last), at: last.at + profile.lifetimeSeconds * 1000 + 1 }
        const late = predictUsage(memory, request, profile)
        const fresh = predictUsage(EMPTY_CACHE_MEMORY, request, profile)
        expect(late.usage).toEqual(fresh.usage)
        expect(JSON.stringify(late.memory)).toBe(JSON.stringify(fresh.memory))
      }),
      RUNS,
    )
  })

  test('waiting never reads more, and asking the same again never reads less', () => {
    fc.assert(
      fc.property(changes, change, fc.nat({ max: 2_000 }), (list, last, permille) => {
        const calls = callsFrom([...list, last])
        const { memory } = fold(calls.slice(0, -1), profile)
        const request = requestFor(calls.at(-1) as PlainCall)
        const now = predictUsage(memory, request, profile)
        const later = { ...request, at: request.at + permille * profile.lifetimeSeconds }
        expect(predictUsage(memory, later, profile).usage.cached).toBeLessThanOrEqual(now.usage.cached)
        const again = predictUsage(now.memory, request, profile).usage
        expect(again.cached).toBeGreaterThanOrEqual(now.usage.cached)
      }),
      RUNS,
    )
  })

  test('a request that goes on longer never reads less', () => {
    fc.assert(
      fc.property(changes, change, text, (list, last, added) => {
        const calls = callsFrom([...list, last])
        const { memory } = fold(calls.slice(0, -1), profile)
        // The implicit mark moves with the end and may lose sight of what is stored, so it is marked here.
        const call = calls.at(-1) as PlainCall
        const marked = { ...call, marks: [...new Set([...call.marks, call.texts.length - 1])] }
        const longer = { ...marked, texts: [...call.texts, added] }
        const short = predictUsage(memory, requestFor(marked), profile).usage
        const long = predictUsage(memory, requestFor(longer), profile).usage
        expect(long.cached).toBeGreaterThanOrEqual(short.cached)
      }),
      RUNS,
    )
  })

  test('a prediction changes neither its memory nor itself when repeated', () => {
    fc.assert(
      fc.property(changes, change, change, (list, one, other) => {
        const calls = callsFrom([...list, one, other])
        const { memory } = fold(calls.slice(0, -2), profile)
        const before = JSON.stringify(memory)
        const first = predictUsage(memory, requestFor(calls.at(-2) as PlainCall), profile)
        predictUsage(memory, requestFor(calls.at(-1) as PlainCall), profile)
        const repeated = predictUsage(memory, requestFor(calls.at(-2) as PlainCall), profile)
        expect(JSON.stringify(memory)).toBe(before)
        expect(JSON.stringify(repeated)).toBe(JSON.stringify(first))
      }),
      RUNS,
    )
  })
})
