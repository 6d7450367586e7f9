import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppendLog } from '../collection/append-log.ts'
import { EMPTY_CACHE_MEMORY } from './cache-memory.ts'
import { DEFAULT_PROFILES } from './default-profiles.ts'
import { overrideProfile } from './default-profiles.ts'
import { type MarkOptions, placeMarks } from './place-marks.ts'
import { predictUsage } from './predict-usage.ts'
import { placeTexts, requestOf } from './testing/place-texts.ts'

const { anthropic, openai } = DEFAULT_PROFILES
const openai56 = DEFAULT_PROFILES['openai-5.6']

function optionsFor(patch: Partial<MarkOptions>): MarkOptions {
  const blocks = placeTexts(Array.from({ length: 10 }, (_, index) => `block ${index}:1000`))
  return {
    blocks,
    leadTokens: 100,
    stemEnd: 0,
    baseEnd: 0,
    foldEnd: 0,
    previousEnd: 0,
    profile: anthropic,
    ...patch,
  }
}

describe('placeMarks', () => {
  const short = overrideProfile(anthropic, { lookBackBlocks: 2 })

  test('marks stand at the end of the stem, of what a re-base repeats, of the base and of this call', () => {
    expect(placeMarks(optionsFor({ stemEnd: 2, foldEnd: 4, baseEnd: 6 }))).toEqual([1, 3, 5, 9])
  })

  test('the previous call is marked only where the look-back would not reach its end', () => {
    expect(placeMarks(optionsFor({ stemEnd: 2, baseEnd: 4, previousEnd: 7 }))).toEqual([1, 3, 9])
    expect(placeMarks(optionsFor({ profile: short, stemEnd: 2, baseEnd: 4, previousEnd: 7 }))).toEqual([
      1, 3, 6, 9,
    ])
    expect(placeMarks(optionsFor({ profile: short, stemEnd: 2, baseEnd: 4, previousEnd: 8 }))).toEqual([
      1, 3, 9,
    ])
  })

  test('places that coincide or do not exist take one mark or none', () => {
    expect(placeMarks(optionsFor({}))).toEqual([9])
    expect(placeMarks(optionsFor({ stemEnd: 4, baseEnd: 4, previousEnd: 10 }))).toEqual([3, 9])
    expect(placeMarks(optionsFor({ stemEnd: 99 }))).toEqual([9])
    expect(placeMarks(optionsFor({ blocks: placeTexts([]) }))).toEqual([])
  })

  test('where the provider marks the newest message itself, one mark less is set and none there', () => {
    const places = { stemEnd: 2, foldEnd: 4, baseEnd: 6 }
    expect(placeMarks(optionsFor({ profile: openai56, ...places }))).toEqual([1, 3, 5])
    expect(placeMarks(optionsFor({ profile: openai56, baseEnd: 10, previousEnd: 10 }))).toEqual([])
    expect(placeMarks(optionsFor({ profile: openai56, sharedStemEnd: 1, ...places }))).toEqual([0, 3, 5])
  })

  test('where only input can be marked, a mark stands before what the model wrote', () => {
    const blocks = AppendLog.from(
      [...optionsFor({}).blocks].map((block, index) =>
        index === 4 || index === 5 ? { ...block, role: 'assistant' as const } : block,
      ),
    )
    expect(placeMarks(optionsFor({ profile: openai56, blocks, baseEnd: 6, foldEnd: 8 }))).toEqual([3, 7])
    expect(placeMarks(optionsFor({ profile: anthropic, blocks, baseEnd: 6, foldEnd: 8 }))).toEqual([5, 7, 9])
  })

  test('on a re-base the stem shared with the previous epoch is marked before anything else gives way', () => {
    expect(placeMarks(optionsFor({ sharedStemEnd: 1, stemEnd: 3, baseEnd: 5 }))).toEqual([0, 2, 4, 9])
    expect(placeMarks(optionsFor({ sharedStemEnd: 1, stemEnd: 3, foldEnd: 4, baseEnd: 5 }))).toEqual([
      0, 3, 4, 9,
    ])
    expect(
      placeMarks(optionsFor({ profile: short, sharedStemEnd: 1, stemEnd: 3, baseEnd: 5, previousEnd: 7 })),
    ).toEqual([0, 4, 6, 9])
  })

  test('a mark is never below the minimum, tool definitions counted', () => {
    expect(placeMarks(optionsFor({ stemEnd: 1, leadTokens: 23 }))).toEqual([9])
    expect(placeMarks(optionsFor({ stemEnd: 1, leadTokens: 24 }))).toEqual([0, 9])
    expect(placeMarks(optionsFor({ blocks: placeTexts(['small:100']) }))).toEqual([])
  })

  test('providers without marks get none', () => {
    expect(placeMarks(optionsFor({ profile: openai, stemEnd: 2 }))).toEqual([])
    const none = overrideProfile(anthropic, { maximumMarks: 0 })
    expect(placeMarks(optionsFor({ profile: none, stemEnd: 2 }))).toEqual([])
  })

  test('marks are distinct, ascending, within the blocks, at most the maximum and not below the minimum', () => {
    const place = fc.nat({ max: 14 })
    const shape = fc.record({
      tokens: fc.array(fc.nat({ max: 900 }), { maxLength: 12 }),
      leadTokens: fc.nat({ max: 1500 }),
      stemEnd: place,
      baseEnd: place,
      foldEnd: place,
      previousEnd: place,
      sharedStemEnd: place,
      maximumMarks: fc.nat({ max: 5 }),
      implicitMark: fc.boolean(),
    })
    fc.assert(
      fc.property(shape, ({ tokens, maximumMarks, implicitMark, ...places }) => {
        const blocks = placeTexts(tokens.map((count, index) => `block ${index}:${count}`))
        const profile = overrideProfile(anthropic, { maximumMarks, implicitMark })
        const marks = placeMarks({ ...places, blocks, profile })
        expect(marks.length).toBeLessThanOrEqual(Math.max(0, maximumMarks - (implicitMark ? 1 : 0)))
        expect(marks).toEqual([...new Set(marks)].sort((a, b) => a - b))
        for (const mark of marks) {
          const end = blocks.get(mark)?.end ?? Number.NaN
          expect(places.leadTokens + end).toBeGreaterThanOrEqual(profile.minimumTokens)
        }
      }),
    )
  })

  test('a long agent turn keeps reading, because the previous call is marked', () => {
    const texts = ['system:3000']
    let memory = EMPTY_CACHE_MEMORY
    let previousEnd = 0
    for (let call = 0; call < 5; call += 1) {
      for (let index = 0; index < 30; index += 1) texts.push(`call ${call} block ${index}:10`)
      const blocks = placeTexts(texts)
      const marks = placeMarks({
        blocks,
        leadTokens: 0,
        stemEnd: 1,
        baseEnd: 1,
        foldEnd: 1,
        previousEnd,
        profile: anthropic,
      })
      const next = predictUsage(memory, requestOf(texts, { marks }), anthropic)
      // 30 blocks a call are more than the look-back of 20.
      expect(next.usage.cached).toBe(call === 0 ? 0 : 3000 + call * 300)
      memory = next.memory
      previousEnd = blocks.length
    }
  })
})
