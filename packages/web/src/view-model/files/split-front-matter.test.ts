import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitFrontMatter } from './note-text.ts'

test('reads fields, inline and block lists, quotes and comments', () => {
  const note =
    '---\ntitle: "The plan"\ntags: [a, b]\naliases:\n  - one\n  - two\n# no field\nempty:\n---\nText\n'
  expect(splitFrontMatter(note)).toEqual({
    fields: [
      { name: 'title', values: ['The plan'] },
      { name: 'tags', values: ['a', 'b'] },
      { name: 'aliases', values: ['one', 'two'] },
      { name: 'empty', values: [] },
    ],
    body: 'Text\n',
    linesBefore: 9,
  })
})

test('a link or an address is one value', () => {
  const { fields } = splitFrontMatter(
    '---\nup: "[[Home]]"\nsee: [[Home]]\nurl: https://example.org/a: b\n---\n',
  )
  expect(fields.map(({ values }) => values)).toEqual([
    ['[[Home]]'],
    ['[[Home]]'],
    ['https://example.org/a: b'],
  ])
})

test.each(['Text', '', '--- \nnever closed', 'a\n---\nb: c\n---\n', '----\na: b\n----\n'])(
  'a note without front matter is all text: %j',
  (note) => expect(splitFrontMatter(note)).toEqual({ fields: [], body: note, linesBefore: 0 }),
)

test('removes empty front matter', () => {
  expect(splitFrontMatter('---\n---\nText')).toEqual({ fields: [], body: 'Text', linesBefore: 2 })
})

test('line numbers stay those of the file', () => {
  const line = fc.constantFrom('---', 'a: b', '- c', '', 'text', '...', ' x')
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), (lines, end) => {
      const content = lines.join(end)
      const { body, linesBefore } = splitFrontMatter(content)
      expect(content.split('\n').slice(linesBefore).join('\n')).toBe(body)
    }),
  )
})
