import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GrowingText } from './growing-text.ts'

test('read from anywhere, between pieces or within one, it is what a string would be', () => {
  const step = fc.oneof(
    fc.record({ append: fc.string({ unit: 'binary', maxLength: 5 }) }),
    fc.record({ from: fc.integer({ min: -2, max: 40 }) }),
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
        } else expect(text.from(each.from)).toBe(expected.slice(Math.max(0, each.from)))
        expect(text.length).toBe(expected.length)
      }
    }),
  )
})
