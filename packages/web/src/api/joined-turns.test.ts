import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { turnView } from '../testing/turn-view.ts'
import { joinTurns } from './queries.ts'

const turns = (first: number, end: number, branch = 'main') =>
  Array.from({ length: end - first }, (_, at) => {
    const number = first + at
    return turnView({ number, id: `${branch} ${number}` })
  })
const known = (...some: readonly ReturnType<typeof turns>[]) =>
  new Map(some.flat().map((turn) => [turn.number, turn]))
const ids = (joined: ReturnType<typeof joinTurns>) => [...joined.values()].map(({ id }) => id)
const idsOf = (some: ReturnType<typeof turns>) => some.map(({ id }) => id)

describe('joinTurns', () => {
  test('keeps loaded turns in front of the visible ones, also when those move on', () => {
    const loaded = known(turns(1, 101))
    expect(ids(joinTurns(loaded, turns(51, 101)))).toEqual(ids(loaded))
    expect(ids(joinTurns(loaded, turns(53, 103)))).toEqual(idsOf(turns(1, 103)))
  })

  test('keeps a page from far above in its place, with a gap between', () => {
    const joined = joinTurns(known(turns(1, 11), turns(951, 1001)), turns(952, 1002))
    expect(ids(joined)).toEqual([...idsOf(turns(1, 11)), ...idsOf(turns(951, 1002))])
  })

  test('does not join turns of another branch, or turns without a connection', () => {
    expect(ids(joinTurns(known(turns(1, 101)), turns(51, 90, 'other')))).toEqual(
      idsOf(turns(51, 90, 'other')),
    )
    expect(ids(joinTurns(known(turns(1, 11)), turns(51, 90)))).toEqual(idsOf(turns(51, 90)))
  })

  test('a turn asked again replaces the old one and everything after it', () => {
    const joined = joinTurns(known(turns(1, 101)), [...turns(41, 60), ...turns(60, 61, 'other')])
    expect(ids(joined)).toEqual([...idsOf(turns(1, 60)), 'other 60'])
  })

  test('always ends with the latest turns', () => {
    fc.assert(
      fc.property(fc.nat(80), fc.nat(80), fc.integer({ min: 1, max: 50 }), (loaded, from, length) => {
        const latest = turns(from + 1, from + 1 + length)
        const joined = joinTurns(known(turns(1, loaded + 1)), latest)
        expect(latest.every((turn) => joined.get(turn.number) === turn)).toBe(true)
        expect(Math.max(...joined.keys())).toBe(from + length)
      }),
    )
  })
})
