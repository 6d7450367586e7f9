import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { POSTGRES_TEXT, SQLITE_TEXT } from './escaped-text.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', '\0', '\ud83c', '\udf0a', '\ufdd0', '\ufde0', '\ufdef', '🌊'))
    .map((units) => units.join('')),
)

describe.each([
  ['SQLite', SQLITE_TEXT],
  ['PostgreSQL', POSTGRES_TEXT],
] as const)('%s', (name, { toColumn, fromColumn }) => {
  test('any text round-trips, and the stored form is valid UTF-8', () => {
    fc.assert(
      fc.property(text, (value) => {
        const stored = toColumn(value)
        expect(stored.isWellFormed()).toBe(true)
        if (name === 'PostgreSQL') expect(stored).not.toContain('\0')
        expect(fromColumn(stored)).toBe(value)
      }),
      { numRuns: 1000 },
    )
  })

  test('texts joined in the database equal the joined text', () => {
    fc.assert(
      fc.property(text, text, (first, second) => {
        expect(fromColumn(toColumn(first) + toColumn(second))).toBe(first + second)
      }),
      { numRuns: 1000 },
    )
  })

  test('plain text is stored unchanged', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (value) => toColumn(value) === value))
  })
})

test('a mark from before marks existed is read as itself', () => {
  expect(SQLITE_TEXT.fromColumn('a\ufdd0b\ufde0')).toBe('a\ufdd0b\ufde0')
})
