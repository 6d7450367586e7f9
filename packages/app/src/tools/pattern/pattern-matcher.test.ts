import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compilePattern, PatternMatcher } from './pattern-matcher.ts'
import { parseGlob } from './parse-glob.ts'
import { parsePattern } from '../files/grep-tool.ts'
import { requiredLiteral } from '../files/grep-files.ts'
import { AppError } from '../../app-error.ts'

const LIMITS = { text: Infinity, all: Infinity }

function matches(pattern: string, text: string, ignoreCase = false): boolean {
  return new PatternMatcher(parsePattern(pattern, { ignoreCase }), LIMITS).findEnd(text) !== undefined
}

const atom = fc.constantFrom(
  'a',
  'b',
  'B',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '\\.',
  '[ab]',
  '[^a]',
  '[a-c1]',
  '\\b',
  'é',
  '🙂',
)
const count = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '{0,}', '*?')
const few = fc.constantFrom('', '', '*', '?', '{2}')
const { pattern: anyPattern } = fc.letrec<{ pattern: string; item: string }>((tie) => ({
  pattern: fc
    .array(fc.array(tie('item'), { maxLength: 4 }), { minLength: 1, maxLength: 2 })
    .map((options) => options.map((items) => items.join('')).join('|')),
  item: fc.oneof(
    { maxDepth: 2 },
    fc.tuple(atom, count).map(([one, times]) => one + (one === '\\b' ? '' : times)),
    fc.tuple(tie('pattern'), few).map(([inner, times]) => `(?:${inner})${times}`),
  ),
}))
/** Short, for the regular expression that it is compared with takes twice as long for each character more. */
const anyText = fc
  .array(fc.constantFrom('a', 'b', 'B', 'c', '1', ' ', '.', 'é', '🙂', '-'), { maxLength: 5 })
  .map((parts) => parts.join(''))

describe('PatternMatcher', () => {
  test('finds what a regular expression finds', () => {
    fc.assert(
      fc.property(anyPattern, anyText, fc.boolean(), (pattern, text, ignoreCase) => {
        const expected = new RegExp(pattern, ignoreCase ? 'ui' : 'u').test(text)
        expect(matches(pattern, text, ignoreCase)).toBe(expected)
      }),
      { numRuns: 2000 },
    )
  })

  test('what every match is said to hold, every text with a match holds', () => {
    fc.assert(
      fc.property(anyPattern, anyText, fc.boolean(), (pattern, text, ignoreCase) => {
        const node = parsePattern(pattern, { ignoreCase })
        fc.pre(new PatternMatcher(node, LIMITS).findEnd(text) !== undefined)
        expect(text.toLowerCase()).toContain(requiredLiteral(node))
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    '(a+)+$',
    '(a|a)*b',
    '(a|aa)+$',
    '(.*)*x',
    '([a-z]+)*1',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(a?){40}a{40}b',
  ])('follows %s in steps that grow with the text only', (pattern) => {
    const node = parsePattern(pattern, { ignoreCase: false })
    const { states } = compilePattern(node)
    for (const length of [1000, 10_000]) {
      const matcher = new PatternMatcher(node, LIMITS)
      matcher.findEnd(`${'a'.repeat(length)}!`)
      expect(matcher.work).toBeLessThanOrEqual(2 * states.length * (length + 2))
    }
  })

  test('gives a text up when it may take no more steps, and says so', () => {
    const matcher = new PatternMatcher(parsePattern('(a|b|c)*d', { ignoreCase: false }), {
      text: 1000,
      all: 1500,
    })
    expect(matcher.findEnd('abc'.repeat(1000))).toBeUndefined()
    expect(matcher).toMatchObject({ givenUp: 1, isExhausted: false })
    matcher.findEnd('abc'.repeat(1000))
    expect(matcher).toMatchObject({ givenUp: 2, isExhausted: true })
    expect(matcher.work).toBeLessThan(1600)
  })

  test.each([
    ['(?=a)', 'looking ahead'],
    ['(?<=a)b', 'looking ahead'],
    ['(?<n>a)', 'names'],
    ['(a)\\1', '\\1'],
    ['\\p{L}', '\\p'],
    ['a**', 'after a count'],
    ['*a', 'nothing before it'],
    ['(a', 'without ")"'],
    ['a)', 'without "("'],
    ['[a', 'without "]"'],
    ['[z-a]', 'ends before it begins'],
    ['a{3,2}', 'ends before it begins'],
    ['a{501}', 'more than 500 times'],
    ['((a{100}){100}){100}', 'counts within counts'],
    ['(((a*){400})){400}', 'counts within counts'],
    ['('.repeat(200), 'nested too deep'],
    ['a'.repeat(501), '501 characters'],
    ['\\', 'not supported'],
  ])('refuses %s', (pattern, why) => {
    expect(() => new PatternMatcher(parsePattern(pattern, { ignoreCase: false }), LIMITS)).toThrow(AppError)
    expect(() => new PatternMatcher(parsePattern(pattern, { ignoreCase: false }), LIMITS)).toThrow(why)
  })
})

describe('parseGlob', () => {
  test.each([
    ['*.md', 'a.md', true],
    ['*.md', 'x/y/a.md', true],
    ['*.md', 'a.mdx', false],
    ['notes/*.md', 'notes/a.md', true],
    ['notes/*.md', 'notes/x/a.md', false],
    ['notes/*.md', 'more/notes/a.md', false],
    ['notes/**/*.md', 'notes/a.md', true],
    ['notes/**/*.md', 'notes/x/y/a.md', true],
    ['**/a.md', 'a.md', true],
    ['**/a.md', 'x/ba.md', false],
    ['notes/**', 'notes/x/a.md', true],
    ['notes/**', 'notes', false],
    ['notes/', 'notes/x/a.md', true],
    ['*.{md,txt}', 'x/a.txt', true],
    ['{a,b/c}.md', 'b/c.md', true],
    ['[ab]?.md', 'bz.md', true],
    ['[!a].md', 'a.md', false],
    ['[!a].md', 'x/b.md', true],
    ['x[/]a.md', 'x/a.md', false],
    ['a[.md', 'a[.md', true],
    ['cafe\u0301.md', 'caf\u00e9.md', true],
    ['NOTES/*', 'notes/a.md', false],
    ['a.md', 'axmd', false],
  ])('%s on %s: %s', (glob, path, expected) => {
    const matcher = new PatternMatcher(parseGlob(glob, { ignoreCase: false }), LIMITS)
    expect(matcher.findEnd(path) !== undefined).toBe(expected)
  })

  test.each([['{a'], ['{'.repeat(60)], [''], ['*'.repeat(501)]])('refuses %s', (glob) => {
    expect(() => parseGlob(glob, { ignoreCase: false })).toThrow(AppError)
  })

  test('braces upon braces are no more than their length', () => {
    const { states } = compilePattern(parseGlob('{a,b}'.repeat(40), { ignoreCase: false }))
    expect(states.length).toBeLessThan(400)
  })
})
