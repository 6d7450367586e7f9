import { expect, test } from 'vitest'
import { splitFrontMatter } from '../view-model/split-front-matter.ts'
import { spotLine } from './spot-line.ts'
import { withoutTitle } from './without-title.ts'

test('a heading that is the title is said once, and lines still count from the file’s first', () => {
  const note = splitFrontMatter('---\na: b\n---\n\n# The plan\nText')
  expect(withoutTitle(note, 'The plan')).toMatchObject({ body: 'Text', linesBefore: 5 })
  expect(withoutTitle(note, 'Another')).toBe(note)
  expect(withoutTitle(splitFrontMatter('## The plan\nText'), 'The plan').body).toBe('## The plan\nText')
  expect(withoutTitle(splitFrontMatter('# The plan'), 'The plan').body).toBe('')
})

test('a line is a line; a heading is found by its words', () => {
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
