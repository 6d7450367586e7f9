import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shareRoom } from './compact-artifact.ts'

describe('shareRoom', () => {
  test('what a short text leaves goes to the longer ones', () => {
    expect(shareRoom([10, 100, 100], 110, 20)).toEqual([10, 50, 50])
    expect(shareRoom([5, 0, 5], 100, 20)).toEqual([5, 0, 5])
  })

  test('where not all can have enough, the first ones have it', () => {
    expect(shareRoom([100, 100, 100], 50, 20)).toEqual([25, 25, 0])
    expect(shareRoom([100], 10, 20)).toEqual([0])
  })

  test('any texts: no more than the room, none more than it needs', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 300 })), fc.nat({ max: 2000 }), (lengths, room) => {
        const shares = shareRoom(lengths, room, 40)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(room)
        expect(shares.every((share, index) => share <= (lengths[index] ?? 0))).toBe(true)
      }),
    )
  })
})
