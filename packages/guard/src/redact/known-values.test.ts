import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KnownValues } from './known-values.ts'

const short = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 12 })

/** What is looked for, by trying every value at every place. */
function byTrying(text: string, values: readonly string[]): readonly string[] {
  const found: string[] = []
  const longestFirst = [...values].sort((a, b) => b.length - a.length)
  for (let at = 0; at < text.length; ) {
    const value = longestFirst.find((one) => text.startsWith(one, at))
    if (value !== undefined) found.push(`${at} ${value}`)
    at += value?.length ?? 1
  }
  return found
}

test('finds the leftmost and longest, also for values with a common prefix', () => {
  fc.assert(
    fc.property(
      fc.array(short, { maxLength: 12 }),
      fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 80 }),
      (values, text) => {
        const known = new KnownValues(values.map((value) => [value, `<<${value}>>`]))
        const found = known.findIn(text)
        expect(found.map(({ start, end }) => `${start} ${text.slice(start, end)}`)).toEqual(
          byTrying(text, values),
        )
        for (const { start, end, placeholder } of found)
          expect(placeholder).toBe(`<<${text.slice(start, end)}>>`)
      },
    ),
  )
})

test('finds a value added later from then on', () => {
  const known = new KnownValues([['', '<<EMPTY_1>>']])
  expect(known.findIn('a@b.co')).toEqual([])
  known.add('a@b.co', '<<EMAIL_1>>')
  expect(known.findIn('a@b.co')).toEqual([{ start: 0, end: 6, placeholder: '<<EMAIL_1>>' }])
})
