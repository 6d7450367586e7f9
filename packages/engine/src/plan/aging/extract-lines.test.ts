import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractLines } from './reduced-text.ts'
import { anyText } from '../../budget/testing/any-text.ts'

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')
const MARK = /\[… left out: [^\n]* …\]\n?/

describe('extractLines', () => {
  test('a text that fits is given whole', () => {
    expect(extractLines('a\r\nb', { maximumCharacters: 4 })).toEqual({ text: 'a\r\nb', lines: [[1, 2]] })
    expect(extractLines('', { maximumCharacters: 4 })).toEqual({ text: '', lines: [] })
  })

  test('[B-2] exact lines from both ends, with a mark that says what is missing', () => {
    expect(extractLines(numbered(100), { maximumCharacters: 140 })).toEqual({
      text: 'line 1\nline 2\nline 3\nline 4\nline 5\nline 6\n[… left out: lines 7 to 98 …]\nline 99\nline 100\n',
      lines: [
        [1, 6],
        [99, 100],
      ],
    })
  })

  test('one endless line is cut and marked, never through a pair', () => {
    const { text, lines } = extractLines('😀'.repeat(1_000_000), { maximumCharacters: 200 })
    expect(text).toMatch(/^(?:😀)+…\n\[… left out: the rest of line 1 …\]$/u)
    expect(text.length).toBeLessThanOrEqual(200)
    expect(lines).toEqual([[1, 1]])
  })

  test('a long first line leaves room for the last ones', () => {
    const { text, lines } = extractLines(`${'x'.repeat(500)}\nmiddle ${'y'.repeat(500)}\nlast`, {
      maximumCharacters: 200,
    })
    expect(text).toMatch(/^x+…\n\[… left out: the rest of line 1 and line 2 …\]\nlast$/)
    expect(lines).toEqual([
      [1, 1],
      [3, 3],
    ])
  })

  test('where there is no room at all there is no extract', () => {
    expect(extractLines('x'.repeat(100), { maximumCharacters: 20 })).toEqual({ text: '', lines: [] })
  })

  test('[B-2] any text: bounded, its lines exact, the numbers true', () => {
    const line = fc.oneof(anyText(30), fc.constantFrom('', '\r', 'x'.repeat(300)))
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 80 }),
        fc.integer({ min: 0, max: 400 }),
        (all, maximumCharacters) => {
          const content = all.join('\n')
          const { text, lines } = extractLines(content, { maximumCharacters })
          expect(text.length).toBeLessThanOrEqual(maximumCharacters)
          if (text === '' || text === content) return
          const [head = '', tail = ''] = text.split(MARK)
          const own = content.match(/[^\n]*\n|[^\n]+$/g) ?? []
          const exact = (from: number, to: number) => own.slice(from - 1, to).join('')
          const [first = [1, 0], last] = lines
          if (head.endsWith('…\n')) expect(content.startsWith(head.slice(0, -2))).toBe(true)
          else expect(head).toBe(exact(...first))
          expect(tail).toBe(last ? exact(...last) : '')
          expect(content.endsWith(tail)).toBe(true)
        },
      ),
    )
  })
})
