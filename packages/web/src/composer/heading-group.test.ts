import type { FileView } from '@varve/contract'
import { expect, test } from 'vitest'
import { indexFiles } from '../view-model/files/rank-files.ts'
import { headedNote, headingGroup } from './use-mention-picker.ts'

const notes = indexFiles(
  ['Heads.md', 'a/Plan.md', 'a/Planning.md'].map(
    (path): FileView => ({ path, title: path, kind: 'note', bytes: 1, modified: 0 }),
  ),
)

test('the text before # names the note whose headings are suggested', () => {
  expect(headedNote('Heads#Sec', notes)).toBe('Heads.md')
  expect(headedNote('plan#', notes)).toBe('a/Plan.md')
  expect(headedNote('Heads', notes)).toBeUndefined()
  expect(headedNote('#Sec', notes)).toBeUndefined()
})

test('suggests matching headings once, without characters that would end the link', () => {
  const headings = ['Intro', 'Section [[One]]', 'Sec two', 'Sec two']
  const group = headingGroup('Heads#sec', 'Heads.md', headings)
  expect(group.title).toBe('Headings of Heads.md')
  expect(group.options.map(({ item }) => item)).toEqual(['Heads.md#Section One', 'Heads.md#Sec two'])
  expect(headingGroup('Heads#', 'Heads.md', headings).options).toHaveLength(3)
})
