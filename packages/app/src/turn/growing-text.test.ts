import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GrowingText } from './live-answer.ts'

test('reads equal those of a string, from any offset within or between pieces', () => {
  const step = fc.oneof(
    fc.record({ append: fc.string({ unit: 'binary', maxLength: 5 }) }),
    fc.record({ from: fc.integer({ min: -2, max: 40 }), most: fc.integer({ min: 2, max: 20 }) }),
    fc.constant('whole' as const),
  )
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const text = new GrowingText()
      let expected = ''
      for (const each of steps) {
        if (each === 'whole') expect(text.whole).toBe(expected)
        else if ('append' in each) {
          text.append(each.append)
          expected += each.append
        } else {
          const rest = expected.slice(Math.max(0, each.from))
          const found = text.from(each.from, each.most)
          expect(rest.startsWith(found)).toBe(true)
          expect(found.length).toBeLessThanOrEqual(each.most)
          expect(found.length).toBeGreaterThanOrEqual(Math.min(rest.length, each.most - 1))
        }
        expect(text.length).toBe(expected.length)
      }
    }),
  )
})
