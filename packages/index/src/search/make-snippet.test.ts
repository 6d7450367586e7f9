import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeSnippet } from './make-snippet.ts'
import { createTextReader } from './rank/read-matches.ts'

const forms = new Map([
  ['appl', { concept: 0, factor: 1 }],
  ['pear', { concept: 1, factor: 1 }],
])
const prefixes = new Map([['plu', { concept: 2, factor: 0.6 }]])
const read = createTextReader({ forms, prefixes })
const worth = (): number => 1
const snippet = (text: string) => makeSnippet(text, read(text), { worth })

test('marks stems, prefixes and any case', () => {
  const { text, highlights } = snippet('Apples and PEAR trees, plums, applying.')
  expect(highlights.map(([start, end]) => text.slice(start, end))).toEqual(['Apples', 'PEAR', 'plums'])
})

test('shows the most relevant place on one line, cut at words', () => {
  const filler = 'Nothing to see here at all.\n'.repeat(60)
  const { text, highlights } = snippet(`apple\n${filler}The  apple\n\tand the pear grow.\n${filler}`)
  expect(text).toContain('The apple and the pear grow.')
  expect(text.startsWith('…')).toBe(true)
  expect(text.endsWith('…')).toBe(true)
  expect(text.length).toBeLessThan(300)
  expect(highlights).toHaveLength(2)
})

test('begins after the front matter if nothing matched', () => {
  expect(snippet('---\ntags: [a]\n---\nThe note.').text).toBe('…The note.')
})

test('reports the first match, preferring one after the front matter', () => {
  const notes = [
    'No\n\nThe pear.',
    '---\ntags: [apple]\n---\nThe pear.',
    '---\ntags: [apple]\n---\nThe tree.',
  ]
  expect(notes.map((note) => note.slice(snippet(note).first).slice(0, 5))).toEqual([
    'pear.',
    'pear.',
    'apple',
  ])
  expect(snippet('Nothing.').first).toBeUndefined()
})

test('marks exactly the matches, in any text', () => {
  const piece = fc.constantFrom(
    'apple',
    'Pears',
    ' ',
    '\n\n',
    'x',
    '😀',
    '机器',
    'plum',
    '. ',
    '\t',
    'word '.repeat(30),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const { text, highlights } = snippet(pieces.join(''))
      expect(text).not.toMatch(/[\n\t]| {2}/)
      expect(text.isWellFormed()).toBe(true)
      let last = 0
      for (const [start, end] of highlights) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(read(text.slice(start, end)).matches).toHaveLength(1)
        last = end
      }
    }),
  )
})
