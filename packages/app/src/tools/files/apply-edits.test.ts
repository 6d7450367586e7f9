import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../app-error.ts'
import { applyEdits } from './apply-edits.ts'

const piece = fc.oneof(
  fc.constantFrom('\n', '\r\n', '\r', 'a', 'aa', 'ab', ' ', '\t', '\ufeff', '🙂', 'é', '\u2028', '$&', '$1'),
  fc.string({ maxLength: 3, unit: 'grapheme' }),
)
const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('').toWellFormed())

/** How often a text is in another, copies that overlap included. */
function count(text: string, part: string): number {
  let found = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) found += 1
  return found
}

describe('applyEdits', () => {
  test('replaces unique text and keeps all other bytes, with any line endings', () => {
    const cases = fc.tuple(anyText, anyText, anyText, anyText)
    fc.assert(
      fc.property(cases, ([before, old, after, next]) => {
        fc.pre(old !== '' && old !== next && count(before + old + after, old) === 1)
        // Line ends of edits are only ever read in another way where the file leaves no choice.
        fc.pre(/\r/.test(old) || /\r/.test(next) || !/\r\n/.test(before + old + after))
        expect(applyEdits(before + old + after, [{ old, new: next }])).toBe(before + next + after)
      }),
      { numRuns: 1500 },
    )
  })

  test('refuses missing and ambiguous text, and nothing else', () => {
    fc.assert(
      fc.property(anyText, piece, anyText, (text, old, next) => {
        fc.pre(old !== '' && old !== next && !text.includes('\r\n'))
        const edit = (): string => applyEdits(text, [{ old, new: next }])
        if (count(text, old) === 1) expect(edit()).toBe(text.split(old).join(next))
        else expect(edit).toThrow(AppError)
      }),
      { numRuns: 1500 },
    )
  })

  test('finds all edits in the original and applies them in any order', () => {
    const parts = fc.uniqueArray(fc.stringMatching(/^<[a-z]{2,6}>$/), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(parts, anyText, fc.boolean(), (names, between, reverse) => {
        const gap = between.replaceAll(/[<>\r]/g, '')
        const original = names.join(gap)
        const edits = names.map((old, index) => ({ old, new: `${names[index - 1] ?? 'none'}!` }))
        const expected = names.map((_, index) => `${names[index - 1] ?? 'none'}!`).join(gap)
        expect(applyEdits(original, reverse ? edits.toReversed() : edits)).toBe(expected)
      }),
    )
  })

  test('the reverse edit undoes it where its text is unique', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, anyText, (before, old, after, next) => {
        const original = before + old + after
        fc.pre(old !== '' && next !== '' && old !== next && !/\r/.test(original + next))
        fc.pre(count(original, old) === 1 && count(before + next + after, next) === 1)
        const edited = applyEdits(original, [{ old, new: next }])
        expect(applyEdits(edited, [{ old: next, new: old }])).toBe(original)
      }),
      { numRuns: 1000 },
    )
  })

  test('in a CRLF file, matches edits without CR', () => {
    expect(applyEdits('a\r\nb\r\nc', [{ old: 'a\nb', new: 'x\ny\nz' }])).toBe('x\r\ny\r\nz\r\nc')
    expect(applyEdits('a\r\nb\r\n', [{ old: 'b', new: 'b\nc' }])).toBe('a\r\nb\r\nc\r\n')
    expect(applyEdits('a\r\nb\nc', [{ old: 'b\nc', new: 'd\ne' }])).toBe('a\r\nd\ne')
    expect(() => applyEdits('a\r\nb\nc', [{ old: 'a\nb', new: 'x' }])).toThrow('is not in the file')
    expect(applyEdits('a\r\nb\r\n', [{ old: 'a\r\n', new: 'a\n' }])).toBe('a\nb\r\n')
  })

  test.each([
    ['', 'x', 'has no old text'],
    ['b', 'b', 'changes nothing'],
    ['\ud83d', 'x', 'not valid Unicode'],
    ['b', '\udc00', 'not valid Unicode'],
    ['z', 'x', 'is not in the file'],
    ['a', 'x', 'stands in lines 1 and 3'],
  ])('says why %j → %j cannot be made', (old, next, why) => {
    expect(() => applyEdits('a🙂\nb\na', [{ old, new: next }])).toThrow(why)
  })

  test('refuses overlapping edits', () => {
    const edits = [
      { old: 'bc', new: '1' },
      { old: 'ab', new: '2' },
    ]
    expect(() => applyEdits('abc', edits)).toThrow('edits 2 and 1 overlap')
  })
})
