import { describe, expect, test, vi } from 'vitest'
import { AppendLog } from '../collection/append-log.ts'
import { type CacheMemory, EMPTY_CACHE_MEMORY } from './cache-memory.ts'
import type { CacheProfile } from './cache-profile.ts'
import type { CacheRequest } from './cache-request.ts'
import { DEFAULT_PROFILES } from './default-profiles.ts'
import { overrideProfile } from './override-profile.ts'
import { predictUsage } from './predict-usage.ts'
import { requestOf } from './testing/place-texts.ts'

/** Cached, written and uncached tokens of each request in turn. */
function run(profile: CacheProfile, ...requests: readonly CacheRequest[]): readonly (readonly number[])[] {
  let memory: CacheMemory = EMPTY_CACHE_MEMORY
  return requests.map((request) => {
    const next = predictUsage(memory, request, profile)
    memory = next.memory
    return [next.usage.cached, next.usage.written, next.usage.uncached]
  })
}

const minutes = (count: number): number => count * 60_000

describe('class prefix', () => {
  const { openai, ollama } = DEFAULT_PROFILES

  test('the common prefix is read in steps of 128 and the rest is uncached', () => {
    const first = requestOf(['system:1000', 'hello:100'])
    const second = requestOf(['system:1000', 'hello:100', 'more:200'])
    // 1,100 shared tokens are 8 whole steps.
    expect(run(openai, first, second)).toEqual([
      [0, 0, 1100],
      [1024, 0, 276],
    ])
  })

  test('below the minimum nothing is read', () => {
    const first = requestOf(['system:1000'])
    expect(run(openai, first, requestOf(['system:1000', 'more:5000']))[1]).toEqual([0, 0, 6000])
    expect(run(ollama, first, requestOf(['system:1000', 'more:5000']))[1]).toEqual([1000, 0, 5000])
  })

  test('a changed block gives no credit, nor does anything behind it', () => {
    const first = requestOf(['system:2000', 'note:500', 'history:3000'])
    const second = requestOf(['system:2000', 'note edited:500', 'history:3000'])
    expect(run(ollama, first, second)[1]).toEqual([2000, 0, 3500])
  })

  test('tool definitions count, and other definitions share nothing', () => {
    const tools = { leadHash: 'tools', leadTokens: 400 }
    const same = requestOf(['a:100'], tools)
    const other = requestOf(['a:100'], { leadHash: 'other tools', leadTokens: 400 })
    expect(run(ollama, same, same, other)).toEqual([
      [0, 0, 500],
      [500, 0, 0],
      [0, 0, 500],
    ])
    expect(run(ollama, same, requestOf(['b:100'], tools))[1]).toEqual([400, 0, 100])
  })

  test('only the given length of the blocks is sent', () => {
    const long = requestOf(['a:100', 'b:200', 'c:300'])
    expect(run(ollama, { ...long, length: 2 }, long)).toEqual([
      [0, 0, 300],
      [300, 0, 300],
    ])
  })

  test('a request is held for the lifetime since it was last extended', () => {
    const at = (time: number) => requestOf(['a:100'], { at: minutes(time) })
    expect(run(ollama, at(0), at(5), at(10), at(15.1)).map(([cached]) => cached)).toEqual([0, 100, 100, 0])
  })

  test('using the shared start of a branch does not keep its end alive', () => {
    const long = requestOf(['a:100', 'b:200'])
    const short = requestOf(['a:100'], { at: minutes(4) })
    const late = requestOf(['a:100', 'b:200'], { at: minutes(8) })
    expect(run(ollama, long, short, late).map(([cached]) => cached)).toEqual([0, 100, 100])
  })

  test('at most eight requests are kept, the longest unused one goes first', () => {
    const branch = (name: string) => requestOf(['stem:100', `${name}:50`])
    const names = ['0', '1', '2', '3', '4', '5', '6', '7', '8']
    const cached = run(ollama, ...names.map(branch), branch('1'), branch('0')).map(([tokens]) => tokens)
    expect(cached).toEqual([0, ...names.slice(1).map(() => 100), 150, 100])
  })

  test('an extended request takes the place of the one before it', () => {
    const texts = Array.from({ length: 20 }, (_, index) => `block ${index}:10`)
    let memory: CacheMemory = EMPTY_CACHE_MEMORY
    for (let length = 1; length <= texts.length; length += 1)
      memory = predictUsage(memory, requestOf(texts.slice(0, length)), ollama).memory
    expect(memory.requests.length).toBe(1)
    expect(memory.requests[0]?.chains.length).toBe(20)
  })

  test('[C-1] the next turn of a long conversation looks at a logarithm of its blocks', () => {
    const count = 20_000
    const whole = requestOf(Array.from({ length: count }, (_, index) => `block ${index}:10`))
    const branches = [0, 1, 2, 3, 4, 5, 6].map((index) => requestOf(['block 0:10', `branch ${index}:10`]))
    let memory: CacheMemory = EMPTY_CACHE_MEMORY
    for (const request of [...branches, { ...whole, length: count - 2 }])
      memory = predictUsage(memory, request, ollama).memory
    const get = vi.spyOn(AppendLog.prototype, 'get')
    const slice = vi.spyOn(AppendLog.prototype, 'slice')
    const { usage } = predictUsage(memory, whole, ollama)
    const reads = get.mock.calls.length
    const copied = slice.mock.results.map(({ value }) => (value as readonly unknown[]).length)
    get.mockRestore()
    slice.mockRestore()
    expect(usage.cached).toBe((count - 2) * 10)
    expect(reads).toBeLessThan(200)
    expect(copied).toEqual([2])
  })
})

describe('class breakpoint', () => {
  const { anthropic } = DEFAULT_PROFILES

  test('what is marked is written, then read, and the rest is uncached', () => {
    const first = requestOf(['system:2000', 'hello:100'], { marks: [0] })
    const second = requestOf(['system:2000', 'hello:100', 'more:200'], { marks: [0, 1] })
    expect(run(anthropic, first, second)).toEqual([
      [0, 2000, 100],
      [2000, 100, 200],
    ])
  })

  test('a long shared prefix without a mark hits nothing', () => {
    const first = requestOf(['system:50000', 'hello:100'], { marks: [1] })
    const second = requestOf(['system:50000', 'other:100'], { marks: [1] })
    expect(run(anthropic, first, second)[1]).toEqual([0, 50_100, 0])
    // Without marks nothing is written either.
    expect(run(anthropic, requestOf(['system:50000']))[0]).toEqual([0, 0, 50_000])
  })

  test('a stored mark is found up to 20 blocks before a mark, and not further', () => {
    const stored = requestOf(['system:2000'], { marks: [0] })
    const after = (count: number) =>
      requestOf(['system:2000', ...Array.from({ length: count }, (_, index) => `block ${index}:10`)], {
        marks: [count],
      })
    expect(run(anthropic, stored, after(20))[1]).toEqual([2000, 200, 0])
    expect(run(anthropic, stored, after(21))[1]).toEqual([0, 2210, 0])
  })

  test('the longest of several stored marks is read', () => {
    const first = requestOf(['a:2000', 'b:300', 'c:400'], { marks: [0, 1, 2] })
    const second = requestOf(['a:2000', 'b:300', 'other:400'], { marks: [0, 1, 2] })
    expect(run(anthropic, first, second)[1]).toEqual([2300, 400, 0])
  })

  test('below the minimum a mark neither writes nor reads', () => {
    const small = requestOf(['a:500', 'b:500'], { marks: [0, 1] })
    expect(run(anthropic, small, small)).toEqual([
      [0, 0, 1000],
      [0, 0, 1000],
    ])
    // Tool definitions stand before the blocks and count towards it.
    const tools = { ...small, leadTokens: 24, leadHash: 'tools' }
    expect(run(anthropic, tools, tools)[1]).toEqual([1024, 0, 0])
  })

  test('a hit refreshes the mark, and an unused one lapses', () => {
    const at = (time: number) => requestOf(['a:2000', 'b:100'], { marks: [0], at: minutes(time) })
    expect(run(anthropic, at(0), at(4), at(9), at(14.1)).map(([cached]) => cached)).toEqual([
      0, 2000, 2000, 0,
    ])
  })

  test('other tools share nothing', () => {
    const one = requestOf(['a:2000'], { marks: [0], leadHash: 'one' })
    expect(run(anthropic, one, { ...one, leadHash: 'two' })[1]).toEqual([0, 2000, 0])
  })

  test('the end of the newest message is a mark by itself where the provider sets one', () => {
    const first = requestOf(['a:2000', 'b:100'])
    const second = requestOf(['a:2000', 'b:100', 'c:50'])
    expect(run(DEFAULT_PROFILES['openai-5.6'], first, second)).toEqual([
      [0, 2100, 0],
      [2100, 50, 0],
    ])
  })

  test('a read is rounded down to the step and the rest is written again', () => {
    const stepped = overrideProfile(anthropic, { stepTokens: 128 })
    const request = requestOf(['a:2000'], { marks: [0] })
    expect(run(stepped, request, request)[1]).toEqual([1920, 80, 0])
  })
})

describe('class object', () => {
  const gemini = DEFAULT_PROFILES['gemini-object']
  const request = (time: number, texts = ['system:5000', 'hello:100']) =>
    requestOf(texts, { objectEnd: 1, at: minutes(time) })

  test('it is written by the first request that names it and read by the next', () => {
    expect(run(gemini, request(0), request(30, ['system:5000', 'more:300']))).toEqual([
      [0, 5000, 100],
      [5000, 0, 300],
    ])
  })

  test('it lives from its creation, however often it is read', () => {
    expect(run(gemini, request(0), request(50), request(60.1)).map(([cached]) => cached)).toEqual([
      0, 5000, 0,
    ])
  })

  test('nothing is created below the minimum, nor unless it is named', () => {
    expect(run(gemini, requestOf(['small:4095', 'hello:100'], { objectEnd: 1 }))[0]).toEqual([0, 0, 4195])
    expect(run(gemini, request(0), requestOf(['system:5000', 'hello:100']))[1]).toEqual([0, 0, 5100])
  })

  test('its creation costs writing, reading and an hour of storage', () => {
    const { usage } = predictUsage(EMPTY_CACHE_MEMORY, request(0), gemini)
    const dollars = (5000 * 1.25 + 5000 * 0.1 * 1.25 + 100 * 1.25 + 5000 * 4.5) / 1e6
    expect(usage.costUSD).toBeCloseTo(dollars, 12)
    expect(usage.fullCostUSD).toBeCloseTo((5100 * 1.25) / 1e6, 12)
  })
})

test('a prediction carries its price, and the price without a cache', () => {
  const { anthropic } = DEFAULT_PROFILES
  const request = requestOf(['a:2000', 'b:1000'], { marks: [0] })
  const first = predictUsage(EMPTY_CACHE_MEMORY, request, anthropic)
  expect(first.usage.costUSD).toBeCloseTo((2000 * 1.25 + 1000) * 3e-6, 12)
  const second = predictUsage(first.memory, request, anthropic)
  expect(second.usage.costUSD).toBeCloseTo((2000 * 0.1 + 1000) * 3e-6, 12)
  expect(second.usage.fullCostUSD).toBeCloseTo(3000 * 3e-6, 12)
})

test('a request without any block is answered for its tools alone', () => {
  const empty = requestOf([], { leadTokens: 2000, leadHash: 'tools' })
  for (const profile of Object.values(DEFAULT_PROFILES)) {
    const [first] = run(profile, empty)
    expect(first).toEqual([0, 0, 2000])
  }
})
