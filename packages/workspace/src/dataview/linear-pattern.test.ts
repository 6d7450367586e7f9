import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesPattern } from './linear-pattern.ts'

const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '[a-c]', '\\d', '\\w', '\\.')
const pattern = fc.letrec<{ readonly piece: string; readonly whole: string }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 3 },
    atom,
    fc
      .tuple(tie('piece'), fc.constantFrom('*', '+', '?', '*?'))
      .map(([piece, sign]) => `(?:${piece})${sign}`),
    fc.tuple(tie('whole'), tie('whole')).map((pair) => `(${pair.join('|')})`),
  ),
  whole: fc.array(tie('piece'), { maxLength: 4 }).map((pieces) => pieces.join('')),
})).whole
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '.', '\n', '😀'), maxLength: 8 })

test('it finds what the regular expressions of the language find', () => {
  fc.assert(
    fc.property(pattern, text, (written, value) => {
      expect(matchesPattern(written, value, 0)).toBe(new RegExp(`^(?:${written})$`, 'u').test(value))
    }),
    { numRuns: 500 },
  )
})

test('marks of both ends are allowed', () => {
  expect(matchesPattern('^a+$', 'aaa', 0)).toBe(true)
  expect(matchesPattern('a\\$', 'a$', 0)).toBe(true)
})

test.each(['(a+)+\\1', '(?=a)', 'a{2}', 'a^b', '(a', 'a)', '[a', '*', '\\p', '[b-a]'])(
  'refused: %s',
  (written) => {
    expect(() => matchesPattern(written, 'a', 0)).toThrow('a pattern with')
  },
)

test('bombs: patterns that make others try for ever end by the work that was promised, or are refused', () => {
  for (const written of ['(a+)+', '(a|a)*b', '(a*)*c', '.*.*.*=.*'])
    expect(matchesPattern(written, `${'a'.repeat(20_000)}!`, 0)).toBe(false)
  expect(() => matchesPattern('(a+)+', 'a'.repeat(100_000), 0)).toThrow('too long for this pattern')
})
