import fc from 'fast-check'
import { expect, test } from 'vitest'
import { takeBest } from './text.ts'

test('equals sorting and cutting, with equals in order', () => {
  const items = fc.array(fc.record({ rank: fc.nat(5), id: fc.nat() }))
  fc.assert(
    fc.property(items, fc.nat(8), (list, limit) => {
      const compare = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank
      expect(takeBest(list, limit, compare)).toEqual([...list].sort(compare).slice(0, limit))
    }),
  )
})
