import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outlineOf } from './compact-artifact.ts'

const outline = (content: string, sectionsPerLevel = 10) =>
  outlineOf(content, { markdown: true, sectionsPerLevel })

describe('outlineOf', () => {
  test('sections go up to the next heading of any level', () => {
    const content = 'intro\n# one\nfirst\n### deep\nsecond\n'
    const { levels, headings, lines } = outline(content)
    expect({ headings, lines }).toEqual({ headings: 2, lines: 5 })
    const texts = levels.flat().map(({ heading, from, to }) => [heading, content.slice(from, to)])
    expect(texts).toEqual([
      ['', 'intro\n'],
      ['# one', 'first\n'],
      ['### deep', 'second\n'],
    ])
  })

  test('what only looks like a heading is none', () => {
    for (const text of [
      '#tag',
      '####### seven',
      '#',
      '# ',
      '    # code',
      '```\n# code\n```',
      '~~~\n```\n# code',
    ])
      expect(outline(text).headings).toBe(0)
  })

  test('a fence is closed by its own kind, at least as long', () => {
    expect(outline('````\n```\n# no\n````\n# yes').headings).toBe(1)
    expect(outline('```\n``` not closed\n# no').headings).toBe(0)
    expect(outline('```js\n# no\n```\r\n# yes\r\n').levels[1]?.[0]?.heading).toBe('# yes')
  })

  test('front matter is no part of the text; a rule at the beginning is', () => {
    const content = '---\na: b\n# no heading\n---\ntext'
    expect(outline(content).headings).toBe(0)
    expect(outline(content).levels[0]?.[0]?.from).toBe(content.indexOf('text'))
    expect(outline('---\ntext').levels[0]?.[0]?.from).toBe(0)
  })

  test('only so many sections per level are kept, all are counted', () => {
    const { levels, headings } = outline('# a\n## b\n'.repeat(50), 3)
    expect(levels.map((level) => level.length)).toEqual([1, 3, 3, 0, 0, 0, 0])
    expect(headings).toBe(100)
  })

  test('any text: sections lie in it, in order, without overlap', () => {
    const line = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('# a', '## b', '```', '---', ''))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const content = lines.join(end)
        const sections = outline(content, 100)
          .levels.flat()
          .toSorted((left, right) => left.from - right.from || left.to - right.to)
        let last = 0
        for (const { from, to } of sections) {
          expect(from).toBeGreaterThanOrEqual(last)
          expect(to).toBeGreaterThanOrEqual(from)
          expect(to).toBeLessThanOrEqual(content.length)
          last = to
        }
      }),
    )
  })
})
