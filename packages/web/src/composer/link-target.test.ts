import { expect, test } from 'vitest'
import { linkTarget } from './draft-field.tsx'
import { indexFiles } from '../view-model/files/rank-files.ts'

test('links a note by its name if that is unique', () => {
  const notes = indexFiles(
    ['a/Plan.md', 'b/plan.md', 'b/Tides v2.md'].map((path) => ({
      path,
      title: '',
      kind: 'note',
      bytes: 1,
      modified: 0,
    })),
  )
  expect(linkTarget('b/Tides v2.md', notes)).toBe('Tides v2')
  expect(linkTarget('a/Plan.md', notes)).toBe('a/Plan')
})

test('shows the chosen alias as the text of the link', () => {
  const notes = indexFiles([
    {
      path: 'geology/granite.md',
      title: 'Granite',
      kind: 'note',
      bytes: 1,
      modified: 0,
      aliases: ['Grey Stone'],
    },
  ])
  expect(linkTarget('geology/granite.md', notes, 'Grey Stone')).toBe('granite|Grey Stone')
  expect(linkTarget('geology/granite.md', notes, 'a]]|b')).toBe('granite|a   b')
})
