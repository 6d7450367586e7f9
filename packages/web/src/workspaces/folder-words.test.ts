import { expect, test } from 'vitest'
import { folderWords } from './open-folder-dialog.tsx'

const folder = { path: '/home/you', folders: [], notes: 0, obsidian: false }

test('a folder says its kind and number of notes', () => {
  expect(folderWords(folder)).toBe('No notes here')
  expect(folderWords({ ...folder, notes: 1 })).toBe('1 note here')
  expect(folderWords({ ...folder, notes: 4321, moreNotes: true })).toBe('More than 4,321 notes here')
  expect(folderWords({ ...folder, notes: 1234, obsidian: true, workspaceId: 'w' })).toBe(
    '1,234 notes here, an Obsidian vault, already a workspace',
  )
})
