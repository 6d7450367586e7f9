import { expect, test } from 'vitest'
import { reindexWords } from './chat-list.tsx'

const file = (path: string, outcome: 'added' | 'known' | 'unreadable', state?: 'exact' | 'rebuilt') => ({
  path,
  outcome,
  ...(state ? { state } : {}),
  gaps: [],
  problems: [],
})

test('says what happened to the chat files', () => {
  const words = (...files: readonly ReturnType<typeof file>[]) => reindexWords({ workspaceId: 'w', files })
  expect(words(file('a.md', 'added', 'exact'))).toBe('1 chat restored.')
  expect(words(file('a.md', 'added', 'exact'), file('b.md', 'added', 'rebuilt'))).toBe(
    '2 chats restored. For 1, the next request is rebuilt.',
  )
  expect(words(file('a.md', 'known'), file('b.md', 'unreadable'))).toBe(
    'No chat could be restored. 1 file could not be read: b.md.',
  )
})
