import { expect, test } from 'vitest'
import { splitFrontMatter } from '../view-model/files/note-text.ts'
import { plainHeading } from './file-panel.tsx'
import { takeTitle } from './file-body.tsx'
import { partOf, spotLine } from './note-embed.tsx'

test('the title is a field, the first heading or the file name, and is shown once', () => {
  const take = (text: string) => takeTitle(splitFrontMatter(text), 'plan-2026')
  expect(take('---\na: b\n---\n\n# The plan\nText')).toMatchObject({
    title: 'The plan',
    body: 'Text',
    linesBefore: 5,
  })
  expect(take('---\ntitle: The plan\n---\n# The plan #\nText')).toEqual({
    title: 'The plan',
    fields: [],
    body: 'Text',
    linesBefore: 4,
  })
  expect(take('---\ntitle: Other\n---\n# The plan\n')).toMatchObject({ title: 'Other', body: '# The plan\n' })
  expect(take('## The plan\nText')).toMatchObject({ title: 'plan-2026', body: '## The plan\nText' })
  expect(take('# See [[x]]')).toMatchObject({ title: 'plan-2026', body: '# See [[x]]' })
  expect(take('# The plan')).toMatchObject({ title: 'The plan', body: '' })
})

test('finds lines by number and headings by text', () => {
  const headings = [
    { level: 1, text: 'What we want', line: 3 },
    { level: 2, text: 'Offer: *15 November*', line: 9 },
  ]
  expect(spotLine({ kind: 'line', line: 7 }, headings)).toBe(7)
  expect(spotLine({ kind: 'heading', heading: 'what we WANT' }, headings)).toBe(3)
  expect(spotLine({ kind: 'heading', heading: 'What we want#Offer 15 November' }, headings)).toBe(9)
  expect(spotLine({ kind: 'heading', heading: 'gone' }, headings)).toBeUndefined()
  expect(spotLine(undefined, headings)).toBeUndefined()
})

test.each([
  ['[Four weeks](https://example.org/a "x") by *O*', 'Four weeks by *O*'],
  ['See [[notes/plan|the plan]] and [[rent]]', 'See the plan and rent'],
  ['**Bold** `code`', 'Bold code'],
])('writes a heading %s as %s', (text, words) => {
  expect(plainHeading(text)).toBe(words)
})

test('an embedded part is a section with what is below it, or a block by its id', () => {
  const content =
    '# A\n\nfirst\n\n## B\n\n- one\n- two ^two\n\nlast words\nof it ^end\n\n# C\n\n> quoted\n\n^quote\n'
  const file = {
    content,
    headings: [
      { level: 1, text: 'A', line: 1 },
      { level: 2, text: 'B', line: 5 },
      { level: 1, text: 'C', line: 13 },
    ],
  }
  expect(partOf(file, 'A')).toBe(content.slice(0, content.indexOf('# C') - 1))
  expect(partOf(file, 'A#B')).toMatch(/^## B[\s\S]*\^end\n$/)
  expect(partOf(file, '^two')).toBe('- two ^two')
  expect(partOf(file, '^end')).toBe('last words\nof it ^end')
  expect(partOf(file, '^quote')).toBe('> quoted')
  expect(partOf(file, '^gone')).toBeUndefined()
  expect(partOf(file, 'gone')).toBeUndefined()
})
