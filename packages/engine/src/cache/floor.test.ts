import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMPTY_CACHE_MEMORY } from './cache-memory.ts'
import type { CacheProfile } from './cache-profile.ts'
import { DEFAULT_PROFILES } from './default-profiles.ts'
import { addFloor, EMPTY_FLOOR, type FloorCall } from './floor.ts'
import { placeMarks } from './place-marks.ts'
import { predictUsage } from './predict-usage.ts'
import { placeTexts, requestOf } from './testing/place-texts.ts'

const { openai, ollama, anthropic } = DEFAULT_PROFILES

function floorOf(calls: readonly FloorCall[], profile: CacheProfile): number {
  return calls.reduce((meter, call) => addFloor(meter, call, profile), EMPTY_FLOOR).uncached
}

describe('[C-0] the floor', () => {
  test('every token new to the model counts once', () => {
    const calls = [
      { newTokens: 2000, readableTokens: 2000, at: 0 },
      { newTokens: 300, readableTokens: 2300, at: 1000 },
      { newTokens: 200, readableTokens: 2500, at: 2000 },
    ]
    expect(floorOf(calls, ollama)).toBe(2500)
  })

  test('rounding to the step cannot be avoided', () => {
    const calls = [
      { newTokens: 2000, readableTokens: 2000, at: 0 },
      { newTokens: 300, readableTokens: 2300, at: 1000 },
    ]
    // 2,000 tokens are 15 whole steps of 128, and 80 more.
    expect(floorOf(calls, openai)).toBe(2000 + 300 + 80)
  })

  test('below the minimum everything is paid each time', () => {
    const calls = [
      { newTokens: 900, readableTokens: 900, at: 0 },
      { newTokens: 100, readableTokens: 1000, at: 1000 },
      { newTokens: 100, readableTokens: 1100, at: 2000 },
      { newTokens: 100, readableTokens: 1200, at: 3000 },
    ]
    expect(floorOf(calls, anthropic)).toBe(900 + 1000 + 1100 + 100)
  })

  test('once the lifetime has lapsed the readable context is paid again', () => {
    const calls = [
      { newTokens: 2000, readableTokens: 2000, at: 0 },
      { newTokens: 100, readableTokens: 2100, at: 300_000 },
      { newTokens: 100, readableTokens: 2200, at: 600_001 },
    ]
    expect(floorOf(calls, ollama)).toBe(2000 + 100 + 2200)
  })

  test('what is new counts also when less than that stays readable', () => {
    const calls = [
      { newTokens: 2000, readableTokens: 2000, at: 0 },
      { newTokens: 500, readableTokens: 300, at: 1000 },
    ]
    expect(floorOf(calls, ollama)).toBe(2500)
  })

  test('nothing is warm before the first call', () => {
    expect(floorOf([{ newTokens: 500, readableTokens: 2000, at: 0 }], ollama)).toBe(2000)
  })

  const conversation = fc.array(
    fc.record({ added: fc.integer({ min: 1, max: 1500 }), pause: fc.constantFrom(0, 0.5, 1, 1.1) }),
    { minLength: 1, maxLength: 12 },
  )

  test.each([openai, ollama, anthropic, DEFAULT_PROFILES['openai-5.6'], DEFAULT_PROFILES.gemini])(
    'a conversation that only appends reaches it exactly with $id',
    (profile) => {
      fc.assert(
        fc.property(conversation, (turns) => {
          const texts: string[] = []
          let at = 0
          let memory = EMPTY_CACHE_MEMORY
          let meter = EMPTY_FLOOR
          let paid = 0
          let previousEnd = 0
          for (const { added, pause } of turns) {
            at += pause * profile.lifetimeSeconds * 1000
            texts.push(`turn ${texts.length}:${added}`)
            const blocks = placeTexts(texts)
            const marks = placeMarks({
              blocks,
              leadTokens: 0,
              stemEnd: 0,
              baseEnd: 0,
              foldEnd: 0,
              previousEnd,
              profile,
            })
            const next = predictUsage(memory, requestOf(texts, { marks, at }), profile)
            memory = next.memory
            paid += next.usage.written + next.usage.uncached
            previousEnd = blocks.length
            meter = addFloor(meter, { newTokens: added, readableTokens: next.usage.input, at }, profile)
          }
          expect(paid).toBe(meter.uncached)
        }),
      )
    },
  )
})
