import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../app-error.ts'
import { compileGlob, compileLiteral, compileRegex, PacedMatcher } from './pattern.ts'
import { TOOL_LIMITS } from './tool-limits.ts'

const signal = new AbortController().signal

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

describe('compileRegex', () => {
  test('matches like a JavaScript regular expression', () => {
    fc.assert(
      fc.property(anyPattern, anyText, fc.boolean(), (pattern, text, ignoreCase) => {
        const expected = new RegExp(pattern, ignoreCase ? 'ui' : 'u').test(text)
        expect(compileRegex(pattern, { ignoreCase }).test(text)).toBe(expected)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['(?=a)', '(?='],
    ['(?<=a)b', '(?<='],
    ['(a)\\1', '\\1'],
    ['a**', '**'],
    ['*a', '*'],
    ['(a', 'missing closing )'],
    ['a)', 'unexpected )'],
    ['[a', 'missing closing ]'],
    ['[z-a]', 'z-a'],
    ['a{3,2}', '{3,2}'],
    ['((a{100}){100}){100}', 'cannot be used'],
    ['(((a*){400})){400}', 'cannot be used'],
    ['('.repeat(200), 'cannot be used'],
    ['a'.repeat(501), '501 characters'],
    ['\\', 'cannot be used'],
  ])('refuses %s', (pattern, why) => {
    expect(() => compileRegex(pattern, { ignoreCase: false })).toThrow(AppError)
    expect(() => compileRegex(pattern, { ignoreCase: false })).toThrow(why)
  })
})

describe('PacedMatcher', () => {
  test('a literal matches itself, ignoring case on request', () => {
    expect(new PacedMatcher(compileLiteral('a.b*', { ignoreCase: true }), signal).findEnd('xA.B*')).toBe(5)
    expect(
      new PacedMatcher(compileLiteral('a.b', { ignoreCase: false }), signal).findEnd('axb'),
    ).toBeUndefined()
  })

  test.each(['(a+)+$', '(a|a)*b', '(a|aa)+$', '(.*)*x', '([a-z]+)*1', '(a?){40}a{40}b', '(a?){450}[bc]'])(
    '%s takes time linear in the text',
    (pattern) => {
      const matcher = new PacedMatcher(compileRegex(pattern, { ignoreCase: false }), signal)
      expect(matcher.matches(`${'a'.repeat(15_000)}!`)).toBe(false)
      expect(matcher.givenUp).toBe(0)
    },
  )

  test('gives up on a text that is too long, and when its budget is spent', () => {
    const matcher = new PacedMatcher(compileRegex('(a|b|c)*d', { ignoreCase: false }), signal)
    expect(matcher.matches('a'.repeat(TOOL_LIMITS.matchSlice))).toBe(false)
    expect(matcher).toMatchObject({ givenUp: 1, isExhausted: false })
    const text = 'abc'.repeat(100_000)
    for (let round = 0; round < 1000 && !matcher.isExhausted; round += 1) matcher.matches(text)
    expect(matcher.isExhausted).toBe(true)
  })
})

describe('compileGlob', () => {
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
    ['x[.-0]a.md', 'x/a.md', false],
    ['x[.-0]a.md', 'x.a.md', true],
    ['a{b,c}d,e.md', 'acd,e.md', true],
    ['{a,b{c,d}}.md', 'bd.md', true],
    ['a+(b).md', 'a+(b).md', true],
  ])('%s on %s: %s', (glob, path, expected) => {
    const matcher = new PacedMatcher(compileGlob(glob, { ignoreCase: false }), signal)
    expect(matcher.matches(path)).toBe(expected)
  })

  test.each([['{a'], ['{'.repeat(60)], [''], ['*'.repeat(501)], ['[z-a]']])('refuses %s', (glob) => {
    expect(() => compileGlob(glob, { ignoreCase: false })).toThrow(AppError)
  })
})
