import { expect, test } from 'vitest'
import { findMovedNote } from './find-moved-note.ts'

const files = ['new/Note.md', 'a/Twin.md', 'b/Twin.md', 'c/pic.png'].map((path) => ({ path }))

test.each([
  ['old/Note.md', 'new/Note.md'],
  ['old/note.md', 'new/Note.md'],
  ['old/Note', 'new/Note.md'],
  ['Twin.md', undefined],
  ['old/Gone.md', undefined],
  ['old/pic.png', 'c/pic.png'],
])('%s is now %s', (path, now) => {
  expect(findMovedNote(path, files)).toBe(now)
})
