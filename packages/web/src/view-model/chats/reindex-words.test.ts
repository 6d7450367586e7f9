import { expect, test } from 'vitest'
import { reindexWords } from './reindex-words.ts'

const file = (path: string, outcome: 'added' | 'known' | 'unreadable', state?: 'exact' | 'rebuilt') => ({
  path,
  outcome,
  ...(state ? { state } : {}),
  gaps: [],
  problems: [],
})

test('what became of files of chats', () => {
  const words = (...files: readonly ReturnType<typeof file>[]) => reindexWords({ workspaceId: 'w', files })
  expect(words(file('a.md', 'added', 'exact'))).toBe('1 chat is back.')
  expect(words(file('a.md', 'added', 'exact'), file('b.md', 'added', 'rebuilt'))).toBe(
    '2 chats are back. Of 1 the next request is built anew.',
  )
  expect(words(file('a.md', 'known'), file('b.md', 'unreadable'))).toBe(
    'No chat could be brought back. 1 file could not be read: b.md.',
  )
})
