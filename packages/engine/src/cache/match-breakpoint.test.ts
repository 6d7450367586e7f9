import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILES } from './default-profiles.ts'
import { overrideProfile } from './default-profiles.ts'
import { requestOf } from './testing/place-texts.ts'
import { minutes, runRequests } from './testing/run-requests.ts'

describe('class breakpoint', () => {
  const { anthropic } = DEFAULT_PROFILES

  test('what is marked is written, then read, and the rest is uncached', () => {
    const first = requestOf(['system:2000', 'hello:100'], { marks: [0] })
    const second = requestOf(['system:2000', 'hello:100', 'more:200'], { marks: [0, 1] })
    expect(runRequests(anthropic, first, second)).toEqual([
      [0, 2000, 100],
      [2000, 100, 200],
    ])
  })

  test('a long shared prefix without a mark hits nothing', () => {
    const first = requestOf(['system:50000', 'hello:100'], { marks: [1] })
    const second = requestOf(['system:50000', 'other:100'], { marks: [1] })
    expect(runRequests(anthropic, first, second)[1]).toEqual([0, 50_100, 0])
    // Without marks nothing is written either.
    expect(runRequests(anthropic, requestOf(['system:50000']))[0]).toEqual([0, 0, 50_000])
  })

  test('a stored mark is found up to 20 blocks before a mark, and not further', () => {
    const stored = requestOf(['system:2000'], { marks: [0] })
    const after = (count: number) =>
      requestOf(['system:2000', ...Array.from({ length: count }, (_, index) => `block ${index}:10`)], {
        marks: [count],
      })
    expect(runRequests(anthropic, stored, after(20))[1]).toEqual([2000, 200, 0])
    expect(runRequests(anthropic, stored, after(21))[1]).toEqual([0, 2210, 0])
  })

  test('the longest of several stored marks is read', () => {
    const first = requestOf(['a:2000', 'b:300', 'c:400'], { marks: [0, 1, 2] })
    const second = requestOf(['a:2000', 'b:300', 'other:400'], { marks: [0, 1, 2] })
    expect(runRequests(anthropic, first, second)[1]).toEqual([2300, 400, 0])
  })

  test('below the minimum a mark neither writes nor reads', () => {
    const small = requestOf(['a:500', 'b:500'], { marks: [0, 1] })
    expect(runRequests(anthropic, small, small)).toEqual([
      [0, 0, 1000],
      [0, 0, 1000],
    ])
    // Tool definitions precede the blocks and count towards the minimum.
    const tools = { ...small, leadTokens: 24, leadHash: 'tools' }
    expect(runRequests(anthropic, tools, tools)[1]).toEqual([1024, 0, 0])
  })

  test('a hit refreshes the mark, and an unused one lapses', () => {
    const at = (time: number) => requestOf(['a:2000', 'b:100'], { marks: [0], at: minutes(time) })
    expect(runRequests(anthropic, at(0), at(4), at(9), at(14.1)).map(([cached]) => cached)).toEqual([
      0, 2000, 2000, 0,
    ])
  })

  test('other tools share nothing', () => {
    const one = requestOf(['a:2000'], { marks: [0], leadHash: 'one' })
    expect(runRequests(anthropic, one, { ...one, leadHash: 'two' })[1]).toEqual([0, 2000, 0])
  })

  test('the end of the newest message is a mark by itself where the provider sets one', () => {
    const first = requestOf(['a:2000', 'b:100'])
    const second = requestOf(['a:2000', 'b:100', 'c:50'])
    expect(runRequests(DEFAULT_PROFILES['openai-5.6'], first, second)).toEqual([
      [0, 2100, 0],
      [2100, 50, 0],
    ])
  })

  test('a read is rounded down to the step and the rest is written again', () => {
    const stepped = overrideProfile(anthropic, { stepTokens: 128 })
    const request = requestOf(['a:2000'], { marks: [0] })
    expect(runRequests(stepped, request, request)[1]).toEqual([1920, 80, 0])
  })
})
