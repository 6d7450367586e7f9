import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { turnView } from '../testing/turn-view.ts'
import { joinTurns } from './queries.ts'

const turns = (first: number, end: number, branch = 'main') =>
  Array.from({ length: end - first }, (_, at) => {
    const number = first + at
    return turnView({ number, id: `${branch} ${number}` })
  })
const numbers = (joined: readonly { readonly number: number }[]) => joined.map(({ number }) => number)

describe('joinTurns', () => {
  test('what was loaded stays before what is on show, also when that moves on by some turns', () => {
    const known = turns(1, 101)
    expect(numbers(joinTurns(known, turns(51, 101)))).toEqual(numbers(known))
    expect(numbers(joinTurns(known, turns(53, 103)))).toEqual(numbers(turns(1, 103)))
  })

  test('turns of another branch are not joined', () => {
    expect(numbers(joinTurns(turns(1, 101), turns(51, 90, 'other')))).toEqual(numbers(turns(51, 90)))
  })

  test('numbers never skip and never repeat', () => {
    fc.assert(
      fc.property(fc.nat(80), fc.nat(80), fc.nat(50), (loaded, from, length) => {
        const joined = numbers(joinTurns(turns(1, loaded + 1), turns(from + 1, from + 1 + length)))
        for (const [at, number] of joined.entries())
          if (at > 0) expect(number).toBe((joined[at - 1] ?? 0) + 1)
      }),
    )
  })
})
