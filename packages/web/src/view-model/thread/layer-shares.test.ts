import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatShare } from '../text/format.ts'
import { describeLayers, LAYERS, layerShares, sumLayers } from './turns.ts'

const tokens = { L1: 3412, L2: 17_624, L3: 1328, L4: 4716, L5: 46 }

describe('layer shares', () => {
  test('every layer has its share, in order', () => {
    expect(layerShares(tokens).map(({ id, label }) => `${id} ${label.replaceAll('\u00a0', ' ')}`)).toEqual([
      'L1 13 %',
      'L2 65 %',
      'L3 5 %',
      'L4 17 %',
      'L5 < 1 %',
    ])
    expect(sumLayers(tokens)).toBe(27_126)
  })

  test('the sentence explains the symbols', () => {
    expect(describeLayers(tokens)).toBe('L1 13 %, L2 65 %, L3 5 %, L4 17 %, L5 under 1 %')
  })

  test('an empty request divides by nothing', () => {
    expect(describeLayers({ L1: 0, L2: 0, L3: 0, L4: 0, L5: 0 })).toBe(
      'L1 0 %, L2 0 %, L3 0 %, L4 0 %, L5 0 %',
    )
  })

  test('a used layer is never 0 %, one of several never 100 %', () => {
    const amounts = fc.tuple(...LAYERS.map(() => fc.nat(1_000_000)))
    fc.assert(
      fc.property(amounts, ([L1 = 0, L2 = 0, L3 = 0, L4 = 0, L5 = 0]) => {
        const parts = { L1, L2, L3, L4, L5 }
        const total = sumLayers(parts)
        for (const share of layerShares(parts)) {
          expect(share.label === '0\u00a0%').toBe(share.tokens === 0)
          expect(share.label === '100\u00a0%').toBe(share.tokens > 0 && share.tokens === total)
        }
      }),
    )
  })
})

test('a share just below the whole is not rounded up to it', () => {
  expect(formatShare(9_999, 10_000)).toBe('>\u00a099\u00a0%')
})
