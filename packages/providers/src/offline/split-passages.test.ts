import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ContextDocument } from './read-request.ts'
import { splitPassages } from './split-passages.ts'

function document(text: string, format: ContextDocument['format'] = 'markdown'): ContextDocument {
  return {
    key: 'a.md',
    path: 'a.md',
    title: 'a',
    text,
    format,
    isNote: true,
    firstLine: 1,
    attachedNow: true,
  }
}

const shapes = (text: string): unknown[] =>
  splitPassages(document(text)).map(({ kind, from, to, headings }) => [kind, from, to, headings.join(' > ')])

test('a note splits into blocks with lines and headings', () => {
  const text = [
    '---',
    'title: Tar',
    '---',
    '# Shed',
    '',
    'Ropes are dry.',
    'Tar is not.',
    '',
    '## Tools',
    'We have:',
    '',
    '- a saw',
    '  with teeth',
    '',
    '- an axe',
    '',
    '### Prices',
    '| a | b |',
    '|---|---|',
    '| 1 | 2 |',
    '',
    '## Code',
    '```js',
    '',
    '# no heading',
    '```',
    '---',
    '![[plan.png]]',
    'End.',
  ].join('\n')
  expect(shapes(text)).toEqual([
    ['front-matter', 1, 3, ''],
    ['paragraph', 6, 7, 'Shed'],
    ['list', 10, 15, 'Shed > Tools'],
    ['table', 18, 20, 'Shed > Tools > Prices'],
    ['code', 23, 26, 'Shed > Code'],
    ['paragraph', 28, 29, 'Shed > Code'],
  ])
})

test('a picture alone is not a passage', () => {
  expect(shapes('![[tide.png]]\n\nText.')).toEqual([['paragraph', 3, 3, '']])
})

test('unclosed front matter is text', () => {
  expect(shapes('---\nTar is outside.')).toEqual([['paragraph', 2, 2, '']])
})

test('splits long blocks between lines, and shows table rows without a header as code', () => {
  const rows = Array.from({ length: 60 }, (_, index) => `| row ${index} | ${'x'.repeat(40)} |`)
  const parts = splitPassages(document(['| a | b |', '|---|---|', ...rows].join('\n')))
  expect(parts.map(({ kind }) => kind)).toEqual(['table', 'code', 'code'])
  expect(parts.every(({ lines }) => lines.join('\n').length <= 1_400)).toBe(true)
})

test('plain text splits at blank lines', () => {
  const parts = splitPassages(document('# not a heading\ncode()\n\n- not a list\n', 'plain'))
  expect(parts.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ['code', 1, 2],
    ['code', 4, 4],
  ])
})

test('passages are ordered and disjoint, and contain exactly their lines', () => {
  const line = fc.constantFrom(
    '',
    '# a',
    '- b',
    '  c',
    '| d |',
    '```',
    '~~~~',
    '---',
    '> e',
    'f:',
    'text',
    '1. g',
    '![h](i)',
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), fc.constantFrom('markdown', 'plain'), (lines, format) => {
      let last = 0
      for (const { from, to, lines: held } of splitPassages(document(lines.join('\n'), format))) {
        expect(from).toBeGreaterThan(last)
        expect(held).toEqual(lines.slice(from - 1, to))
        expect(held.join('').trim()).not.toBe('')
        last = to
      }
      expect(last).toBeLessThanOrEqual(lines.length)
    }),
  )
})
