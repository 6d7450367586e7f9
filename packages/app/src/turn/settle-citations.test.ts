import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { settleCitations as settle } from './end-answer.ts'

const known = [
  { number: 1, path: 'a.md', lines: [1, 4] as const },
  { number: 2, path: 'b.md', lines: [2, 2] as const },
  { number: 3, path: 'c.md', lines: [9, 12] as const },
]

const settleCitations = (text: string, given: typeof known | []) =>
  settle(text, given, (listed) => {
    if (listed.startsWith('https://')) return { kind: 'page', url: listed }
    return listed.includes('..') ? undefined : { kind: 'file', path: listed }
  })

describe('citations', () => {
  test('are numbered without gaps by first mention, each source once', () => {
    const { text, sources } = settleCitations('So[^3], and so[^1][^3].', known)
    expect(text).toBe('So[^1], and so[^2][^1].')
    expect(sources).toEqual([
      { number: 1, path: 'c.md', lines: [9, 12] },
      { number: 2, path: 'a.md', lines: [1, 4] },
    ])
  })

  test('removes a number without source', () => {
    expect(settleCitations('So[^7], and so[^2].', known)).toMatchObject({ text: 'So, and so[^1].' })
  })

  test('removes a source list written by the model', () => {
    const answer = 'It is so[^1].\n\n**Sources**\n[^1]: [[notes/plan.md]], lines 3–9\n[^2]: `b.md`'
    const { text, sources } = settleCitations(answer, [])
    expect(text).toBe('It is so[^1].')
    expect(sources).toEqual([{ number: 1, path: 'notes/plan.md', lines: [3, 9] }])
  })

  test('accepts lists of pages and cells', () => {
    const answer =
      'So[^1], so[^2], so[^3].\n\n[^1]: a.pdf, p. 12\n[^2]: b.pdf, pages 3-4\n[^3]: c.ipynb, cell 7'
    expect(settleCitations(answer, []).sources).toEqual([
      { number: 1, path: 'a.pdf', lines: [12, 12], unit: 'page' },
      { number: 2, path: 'b.pdf', lines: [3, 4], unit: 'page' },
      { number: 3, path: 'c.ipynb', lines: [7, 7], unit: 'cell' },
    ])
  })

  test('removes invented ones without leaving a gap', () => {
    const made = '[^1]: ../../../etc/passwd, lines 1–5\n[^2]: ../x.md'
    const { text, sources } = settleCitations(`On 1 December [^1], pricing [^1] [^2].\n\n${made}`, [])
    expect(text).toBe('On 1 December, pricing.')
    expect(sources).toEqual([])
    expect(settleCitations(`So [^1] it is [^3].\n\n${made}\n[^3]: a.md`, [])).toMatchObject({
      text: 'So it is [^1].',
      sources: [{ number: 1, path: 'a.md' }],
    })
  })

  test('a web page becomes a link', () => {
    const { text, sources } = settleCitations('High at noon[^1].\n\n[^1]: https://example.org/tides', [])
    expect(text).toBe('High at noon ([example.org](https://example.org/tides)).')
    expect(sources).toEqual([])
  })

  test('plain bracketed numbers count if there are no marks; links and lists do not', () => {
    expect(settleCitations('So [2]. See [1](x) and a[0].', known).text).toBe('So [^1]. See [1](x) and a[0].')
  })

  test('lists all sources if every citation was invalid, else none', () => {
    expect(settleCitations('So[^9].', known).sources).toHaveLength(3)
    expect(settleCitations('So.', known).sources).toEqual([])
  })

  test('any text: numbers have no gaps, and each mark has its source', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '[^1]',
      '[^2]',
      '[^9]',
      '[3]',
      '[^1]: a.md, lines 1-2',
      ']',
      '[',
      '^',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const once = settleCitations(pieces.join(''), known)
        expect(once.sources.map(({ number }) => number)).toEqual(once.sources.map((_, index) => index + 1))
        const marks = [...once.text.matchAll(/\[\^(\d+)\](?!:)/g)].map(([, number]) => Number(number))
        for (const number of marks) expect(number).toBeLessThanOrEqual(once.sources.length)
      }),
    )
  })
})
