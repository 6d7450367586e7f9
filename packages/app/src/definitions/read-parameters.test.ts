import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readParameters } from './read-parameters.ts'

test.each([
  ['/t topic=rain', { topic: 'rain' }, ''],
  ['/t topic="rain and wind" length=short, please', { topic: 'rain and wind', length: 'short,' }, ' please'],
  ['/t due date=Monday topic="a \\"quoted\\" word"', { 'due date': 'Monday', topic: 'a "quoted" word' }, ''],
  ['/t TOPIC=rain', { topic: 'rain' }, ''],
  ['/t topic= rain', {}, ' topic= rain'],
  ['/t x=1 and topic=rain', {}, ' x=1 and topic=rain'],
  ['/ttopic=rain', {}, 'topic=rain'],
  ['/t', {}, ''],
])('%s', (text, values, rest) => {
  const given = readParameters(text, 2, ['topic', 'length', 'due date'])
  expect(given.values).toEqual(values)
  expect(text.slice(given.to)).toBe(rest)
})

/** As the page writes it. */
const quoted = (value: string): string => `"${value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`

test('any value survives writing and reading', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (first, second) => {
      const text = `/t a=${quoted(first)} b=${quoted(second)}`
      expect(readParameters(text, 2, ['a', 'b'])).toEqual({
        values: { a: first, b: second },
        to: text.length,
      })
    }),
  )
})
