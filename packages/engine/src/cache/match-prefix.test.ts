import { describe, expect, test, vi } from 'vitest'
import { AppendLog } from '../collection/append-log.ts'
import { type CacheMemory, EMPTY_CACHE_MEMORY } from './cache-memory.ts'
import { DEFAULT_PROFILES } from './default-profiles.ts'
import { predictUsage } from './predict-usage.ts'
import { requestOf } from './testing/place-texts.ts'
import { minutes, runRequests } from './testing/run-requests.ts'

describe('class prefix', () => {
  const { openai, ollama } = DEFAULT_PROFILES

  test('the common prefix is read in steps of 128 and the rest is uncached', () => {
    const first = requestOf(['system:1000', 'hello:100'])
    const second = requestOf(['system:1000', 'hello:100', 'more:200'])
    // 1,100 shared tokens are 8 whole steps.
    expect(runRequests(openai, first, second)).toEqual([
      [0, 0, 1100],
      [1024, 0, 276],
    ])
  })

  test('below the minimum nothing is read', () => {
    const first = requestOf(['system:1000'])
    expect(runRequests(openai, first, requestOf(['system:1000', 'more:5000']))[1]).toEqual([0, 0, 6000])
    expect(runRequests(ollama, first, requestOf(['system:1000', 'more:5000']))[1]).toEqual([1000, 0, 5000])
  })

  test('a changed block gives no credit, nor does anything behind it', () => {
    const first = requestOf(['system:2000', 'note:500', 'history:3000'])
    const second = requestOf(['system:2000', 'note edited:500', 'history:3000'])
    expect(runRequests(ollama, first, second)[1]).toEqual([2000, 0, 3500])
  })

  test('tool definitions count, and other definitions share nothing', () => {
    const tools = { leadHash: 'tools', leadTokens: 400 }
    const same = requestOf(['a:100'], tools)
    const other = requestOf(['a:100'], { leadHash: 'other tools', leadTokens: 400 })
    expect(runRequests(ollama, same, same, other)).toEqual([
      [0, 0, 500],
      [500, 0, 0],
      [0, 0, 500],
    ])
    expect(runRequests(ollama, same, requestOf(['b:100'], tools))[1]).toEqual([400, 0, 100])
  })

  test('only the given length of the blocks is sent', () => {
    const long = requestOf(['a:100', 'b:200', 'c:300'])
    expect(runRequests(ollama, { ...long, length: 2 }, long)).toEqual([
      [0, 0, 300],
      [300, 0, 300],
    ])
  })

  test('a request is held for the lifetime since it was last extended', () => {
    const at = (time: number) => requestOf(['a:100'], { at: minutes(time) })
    expect(runRequests(ollama, at(0), at(5), at(10), at(15.1)).map(([cached]) => cached)).toEqual([
      0, 100, 100, 0,
    ])
  })

  test('using the shared start of a branch does not keep its end alive', () => {
    const long = requestOf(['a:100', 'b:200'])
    const short = requestOf(['a:100'], { at: minutes(4) })
    const late = requestOf(['a:100', 'b:200'], { at: minutes(8) })
    expect(runRequests(ollama, long, short, late).map(([cached]) => cached)).toEqual([0, 100, 100])
  })

  test('the same holds where both are lengths of one list of blocks', () => {
    const long = requestOf(['a:100', 'b:200'])
    const short = { ...long, length: 1, at: minutes(4) }
    const late = { ...long, at: minutes(8) }
    expect(runRequests(ollama, long, short, late).map(([cached]) => cached)).toEqual([0, 100, 100])
  })

  test('at most eight requests are kept, the longest unused one goes first', () => {
    const branch = (name: string) => requestOf(['stem:100', `${name}:50`])
    const names = ['0', '1', '2', '3', '4', '5', '6', '7', '8']
    const cached = runRequests(ollama, ...names.map(branch), branch('1'), branch('0')).map(
      ([tokens]) => tokens,
    )
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
    const branches = [0, 1, 2, 3, 4, 5].map((index) => requestOf(['block 0:10', `branch ${index}:10`]))
    let memory: CacheMemory = EMPTY_CACHE_MEMORY
    // The longest of several starts of the same conversation is the one to extend.
    const starts = [
      { ...whole, length: count - 2 },
      { ...whole, length: 10 },
    ]
    for (const request of [...branches, ...starts]) memory = predictUsage(memory, request, ollama).memory
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
