import { parseNote } from '@varve/workspace'
import { expect, test } from 'vitest'
import { readStoredNote, storeNote } from './rows.ts'

test.each([
  '',
  'plain words',
  '---\ntags: [a]\naliases: b\nprivate: true\n---\n# H #c\n[[x#y|z]] ![[p.png]] ^id\n',
  '---\n---\n',
  '---\nprivate: true\nnever closed',
  '---\n: [broken\n---\ntext',
  '- [ ] do (due:: 2026-01-01)\n- key:: value\n\n> [!tip] T\n> b\n\n```dataview\nLIST\n```\n',
])('restores parsed data completely: %j', (text) => {
  const note = parseNote(text)
  expect(readStoredNote(storeNote(note))).toEqual(note)
})

test('empty data takes no space', () => {
  expect(storeNote(parseNote('plain words'))).toBe('{}')
})
