import { describe, expect, test } from 'vitest'
import { type CacheMemory, EMPTY_CACHE_MEMORY } from './cache-memory.ts'
import type { CacheRequest } from './cache-request.ts'
import { DEFAULT_PROFILES } from './default-profiles.ts'
import { MAXIMUM_UNITS, recordAnswer } from './match-unit.ts'
import { predictUsage } from './predict-usage.ts'
import { placeTexts, requestOf } from './testing/place-texts.ts'

const { deepseek, openai } = DEFAULT_PROFILES

function cachedBy(memory: CacheMemory, request: CacheRequest): number {
  return predictUsage(memory, request, deepseek).usage.cached
}

function remember(...requests: readonly CacheRequest[]): CacheMemory {
  return requests.reduce(
    (memory, request) => predictUsage(memory, request, deepseek).memory,
    EMPTY_CACHE_MEMORY,
  )
}

function answerOf(texts: readonly string[], at = 0) {
  const last = placeTexts(texts).last()
  return { chain: last?.chain ?? '', end: last?.end ?? 0, at }
}

describe('class unit', () => {
  test('the end of a request is a unit', () => {
    const memory = remember(requestOf(['a:100', 'b:200']))
    expect(cachedBy(memory, requestOf(['a:100', 'b:200', 'c:300']))).toBe(300)
  })

  test('the end of an answer is a unit once it is recorded', () => {
    const memory = remember(requestOf(['a:100']))
    const next = requestOf(['a:100', 'answer:50', 'b:10'])
    expect(cachedBy(memory, next)).toBe(100)
    expect(cachedBy(recordAnswer(memory, answerOf(['a:100', 'answer:50'])), next)).toBe(150)
  })

  test('a part of a unit is no hit: the common prefix of two requests serves only the third', () => {
    const first = requestOf(['stem:500', 'b:200'])
    const second = requestOf(['stem:500', 'c:200'])
    const third = requestOf(['stem:500', 'd:200'])
    expect(cachedBy(remember(first), second)).toBe(0)
    expect(cachedBy(remember(first, second), third)).toBe(500)
  })

  test('blocks of no tokens do not hide a unit that ends between them', () => {
    const memory = remember(requestOf(['a:100', 'empty:0']))
    expect(cachedBy(memory, requestOf(['a:100', 'empty:0', 'also empty:0', 'b:5']))).toBe(100)
    expect(cachedBy(memory, requestOf(['a:100', 'also empty:0', 'empty:0', 'b:5']))).toBe(0)
  })

  test('an answer belongs to the tools of the latest request, or to those that are named', () => {
    const memory = remember(
      requestOf(['a:100'], { leadHash: 'one' }),
      requestOf(['a:100'], { leadHash: 'two' }),
    )
    const next = (leadHash: string) => requestOf(['a:100', 'answer:50'], { leadHash })
    const latest = recordAnswer(memory, answerOf(['a:100', 'answer:50']))
    expect([cachedBy(latest, next('one')), cachedBy(latest, next('two'))]).toEqual([100, 150])
    const named = recordAnswer(memory, { ...answerOf(['a:100', 'answer:50']), leadHash: 'one' })
    expect([cachedBy(named, next('one')), cachedBy(named, next('two'))]).toEqual([150, 100])
  })

  test('an answer lapses like everything else', () => {
    const day = 86_400_000
    const memory = recordAnswer(remember(requestOf(['a:100'])), answerOf(['a:100', 'answer:50'], 1000))
    expect(cachedBy(memory, requestOf(['a:100', 'answer:50'], { at: day + 1000 }))).toBe(150)
    expect(cachedBy(memory, requestOf(['a:100', 'answer:50'], { at: day + 1001 }))).toBe(0)
  })

  test('reading a unit refreshes it and the shorter ones that it begins with', () => {
    const at = (hours: number, texts: readonly string[]) => requestOf(texts, { at: hours * 3_600_000 })
    const memory = remember(at(0, ['a:100']), at(20, ['a:100', 'b:50']))
    expect(cachedBy(memory, at(40, ['a:100', 'c:50']))).toBe(100)
    const answered = recordAnswer(remember(at(0, ['a:100'])), answerOf(['a:100', 'answer:50']))
    const read = predictUsage(answered, at(20, ['a:100', 'answer:50', 'b:10']), deepseek).memory
    expect(cachedBy(read, at(40, ['a:100', 'answer:50', 'c:10']))).toBe(150)
  })

  test('an answer without any request before it is not kept', () => {
    expect(recordAnswer(EMPTY_CACHE_MEMORY, answerOf(['a:100']))).toBe(EMPTY_CACHE_MEMORY)
  })

  test('a long conversation keeps a bounded number of units and still reads the newest', () => {
    const texts: string[] = []
    let memory: CacheMemory = EMPTY_CACHE_MEMORY
    for (let turn = 0; turn < 250; turn += 1) {
      texts.push(`question ${turn}:10`)
      memory = predictUsage(memory, requestOf(texts), deepseek).memory
      texts.push(`answer ${turn}:20`)
      memory = recordAnswer(memory, answerOf(texts))
    }
    expect(memory.units.length).toBeLessThanOrEqual(MAXIMUM_UNITS)
    expect(cachedBy(memory, requestOf([...texts, 'last:5']))).toBe(7500)
  })
})

test('the other classes take no notice of a recorded answer', () => {
  const request = requestOf(['a:2000'])
  const memory = predictUsage(EMPTY_CACHE_MEMORY, request, openai).memory
  const next = requestOf(['a:2000', 'answer:500', 'b:10'])
  const withAnswer = recordAnswer(memory, answerOf(['a:2000', 'answer:500']))
  expect(predictUsage(withAnswer, next, openai)).toEqual(predictUsage(memory, next, openai))
})
