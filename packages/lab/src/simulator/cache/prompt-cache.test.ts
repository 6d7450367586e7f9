import { DEFAULT_PROFILES } from '@varve/engine'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CacheMark, type CachePrompt, PromptCache } from './prompt-cache.ts'

/** Blocks such as `a:700` have 700 tokens; a star after one is a mark, two a mark for the longer time. */
function prompt(words: string, patch: Partial<CachePrompt> = {}): CachePrompt {
  const blocks = words.split(' ')
  const names = blocks.map((block) => block.replaceAll('*', ''))
  const marks = blocks.flatMap((block, index): readonly CacheMark[] => {
    const stars = block.split('*').length - 1
    return stars === 0 ? [] : [{ index, lifetimeSeconds: stars === 1 ? 300 : 3600 }]
  })
  const tokens = names.map((name) => Number(name.split(':')[1]))
  return { names, tokens, marks, toolBlocks: 0, at: 0, lifetimeSeconds: 3600, ...patch }
}

const minutes = (count: number): number => count * 60_000

describe('class prefix', () => {
  test('OpenAI before 5.6: the longest shared prefix in steps of 128, from 1,024', () => {
    const cache = new PromptCache(DEFAULT_PROFILES.openai)
    expect(cache.read(prompt('a:1000 b:100 c:50')).cached).toBe(0)
    // 1,100 shared: eight steps of 128 are 1,024.
    expect(cache.read(prompt('a:1000 b:100 x:50')).cached).toBe(1024)
    // 1,000 shared: below the minimum.
    expect(cache.read(prompt('a:1000 y:500')).cached).toBe(0)
    expect(cache.read(prompt('a:1000 b:100 c:50 d:9', { at: minutes(60) })).cached).toBe(1024)
    expect(cache.read(prompt('a:1000 b:100 c:50 d:9', { at: minutes(120) + 1 })).cached).toBe(0)
  })

  test('Ollama: whole blocks, no minimum, gone after five idle minutes', () => {
    const cache = new PromptCache(DEFAULT_PROFILES.ollama)
    const asked = (words: string, at: number) =>
      cache.read(prompt(words, { at, lifetimeSeconds: 300 })).cached
    expect(asked('a:7 b:5', 0)).toBe(0)
    expect(asked('a:7 b:5 c:1', minutes(5))).toBe(12)
    expect(asked('a:7 b:5 c:1', minutes(10))).toBe(13)
    expect(asked('a:7', minutes(15) + 1)).toBe(0)
  })

  test('a change in an early block hides everything after it', () => {
    const cache = new PromptCache(DEFAULT_PROFILES.ollama)
    cache.read(prompt('a:7 b:5 c:9'))
    expect(cache.read(prompt('a:7 x:5 c:9')).cached).toBe(7)
  })
})

describe('class breakpoint', () => {
  test('Anthropic: unmarked text is neither written nor found', () => {
    const cache = new PromptCache(DEFAULT_PROFILES.anthropic)
    expect(cache.read(prompt('a:2000 b:10'))).toEqual({ cached: 0, written: 0, writtenLong: 0 })
    expect(cache.read(prompt('a:2000 b:10'))).toEqual({ cached: 0, written: 0, writtenLong: 0 })
    // A long shared prefix, and the mark behind it was never stored.
    expect(cache.read(prompt('a:2000 b:10*'))).toEqual({ cached: 0, written: 2010, writtenLong: 0 })
    expect(cache.read(prompt('a:2000 x:10*'))).toEqual({ cached: 0, written: 2010, writtenLong: 0 })
  })

  test('Anthropic: reads to the last stored mark, writes to the last mark of the request', () => {
    const cache = new PromptCache(DEFAULT_PROFILES.anthropic)
    expect(cache.read(prompt('a:2000* b:10*'))).toMatchObject({ cached: 0, written: 2010 })
    expect(cache.read(prompt('a:2000* b:10 c:20* d:5'))).toMatchObject({ cached: 2010, written: 20 })
    expect(cache.read(prompt('a:2000* x:10*'))).toMatchObject({ cached: 2000, written: 10 })
  })

  test('Anthropic: a mark below 1,024 tokens has no effect', () => {
    const cache = new PromptCache(DEFAULT_PROFILES.anthropic)
    expect(cache.read(prompt('a:1023*'))).toMatchObject({ cached: 0, written: 0 })
    expect(cache.read(prompt('a:1023* b:1*'))).toMatchObject({ cached: 0, written: 1024 })
    expect(cache.read(prompt('a:1023* b:1*'))).toMatchObject({ cached: 1024, written: 0 })
  })

  test('Anthropic: looks back 20 blocks from a mark and no further', () => {
    const between = (count: number) => Array.from({ length: count }, (_, index) => `m${index}:1`).join(' ')
    const reach = new PromptCache(DEFAULT_PROFILES.anthropic)
    reach.read(prompt('a:2000*'))
    expect(reach.read(prompt(`a:2000 ${between(19)} z:1*`))).toMatchObject({ cached: 2000, written: 20 })
    const beyond = new PromptCache(DEFAULT_PROFILES.anthropic)
    beyond.read(prompt('a:2000*'))
    expect(beyond.read(prompt(`a:2000 ${between(20)} z:1*`))).toMatchObject({ cached: 0, written: 2021 })
  })

  test('Anthropic: five minutes, refreshed by a hit; an hour on request', () => {
    const cache = new PromptCache(DEFAULT_PROFILES.anthropic)
    expect(cache.read(prompt('a:2000** b:10*'))).toEqual({ cached: 0, written: 2010, writtenLong: 2000 })
    expect(cache.read(prompt('a:2000** b:10*', { at: minutes(5) })).cached).toBe(2010)
    expect(cache.read(prompt('a:2000** b:10*', { at: minutes(10) })).cached).toBe(2010)
    expect(cache.read(prompt('a:2000** b:10*', { at: minutes(16) }))).toEqual({
      cached: 2000,
      written: 10,
      writtenLong: 0,
    })
    expect(cache.read(prompt('a:2000** b:10*', { at: minutes(77) })).cached).toBe(0)
  })
})

describe('class unit', () => {
  const profile = DEFAULT_PROFILES.deepseek

  test('DeepSeek: the ends of input and output are units, the middle of a request is not', () => {
    const cache = new PromptCache(profile)
    const first = prompt('a:100 b:10')
    expect(cache.read(first).cached).toBe(0)
    cache.addAnswer(first, ['c:5'], 0)
    expect(cache.read(prompt('a:100 b:10 c:5 d:7')).cached).toBe(115)
    expect(cache.read(prompt('a:100 b:10 x:5')).cached).toBe(110)
  })

  test('DeepSeek: a common prefix of two requests becomes a unit for the third', () => {
    const cache = new PromptCache(profile)
    cache.read(prompt('a:100 b:10'))
    expect(cache.read(prompt('a:100 x:10')).cached).toBe(0)
    expect(cache.read(prompt('a:100 y:10')).cached).toBe(100)
  })

  test('DeepSeek: expires after its lifetime without use', () => {
    const cache = new PromptCache(profile)
    const day = 86_400
    cache.read(prompt('a:100', { lifetimeSeconds: day }))
    expect(cache.read(prompt('a:100', { at: day * 1000, lifetimeSeconds: day })).cached).toBe(100)
    expect(cache.read(prompt('a:100', { at: 2 * day * 1000 + 1, lifetimeSeconds: day })).cached).toBe(0)
  })
})

describe('every class', () => {
  const profiles = Object.values(DEFAULT_PROFILES).filter(({ matchClass }) => matchClass !== 'object')

  const anyPrompts = fc.array(
    fc.record({
      // Few names and shared starts, so that prompts have much in common.
      names: fc.array(fc.constantFrom('a:900', 'b:300', 'c:1200', 'd:1'), { minLength: 1, maxLength: 6 }),
      marked: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      wait: fc.integer({ min: 0, max: 400_000 }),
    }),
    { minLength: 1, maxLength: 8 },
  )

  test.each(profiles)('$id: counts add up, and cached text was sent before', (profile) => {
    fc.assert(
      fc.property(anyPrompts, (drawn) => {
        const cache = new PromptCache(profile)
        const sent: string[][] = []
        let at = 0
        for (const { names, marked, wait } of drawn) {
          at += wait
          const asked = prompt(names.map((name, index) => (marked[index] ? `${name}*` : name)).join(' '), {
            at,
          })
          const { cached, written, writtenLong } = cache.read(asked)
          const input = asked.tokens.reduce((sum, tokens) => sum + tokens, 0)
          expect(Math.min(cached, written, writtenLong, input - cached - written)).toBeGreaterThanOrEqual(0)
          const shared = Math.max(0, ...sent.map((earlier) => sharedTokens(earlier, asked)))
          expect(cached).toBeLessThanOrEqual(shared)
          sent.push([...asked.names])
        }
      }),
    )
  })

  test.each(profiles)('$id: the same prompt hits within the lifetime and not after it', (profile) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 8 }), (counts) => {
        const { lifetimeSeconds, minimumTokens } = profile
        const cache = new PromptCache(profile)
        const names = counts.map((count, index) => `b${index}:${count}`)
        const marks = [{ index: names.length - 1, lifetimeSeconds }]
        const ask = (at: number) => cache.read(prompt(names.join(' '), { marks, at, lifetimeSeconds })).cached
        const input = counts.reduce((sum, count) => sum + count, 0)
        const readable = input < minimumTokens ? 0 : input - (input % profile.stepTokens)
        expect(ask(0)).toBe(0)
        expect(ask(lifetimeSeconds * 1000)).toBe(readable)
        expect(ask(lifetimeSeconds * 2000 + 1)).toBe(0)
      }),
    )
  })
})

function sharedTokens(earlier: readonly string[], { names, tokens }: CachePrompt): number {
  let sum = 0
  for (const [index, name] of names.entries()) {
    if (earlier[index] !== name) break
    sum += tokens[index] ?? 0
  }
  return sum
}
