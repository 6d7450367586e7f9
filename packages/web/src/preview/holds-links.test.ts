import { expect, test } from 'vitest'
import { holdsLinks } from './note-preview.tsx'

test('notes, passages, queries and chats contain links; code and data do not', () => {
  const linked = ['a/b.md', 'A.MARKDOWN', 'b.md#L1-2@0a1b', 'b.md#query=79916fc325cac9c4', 'chat:x']
  for (const key of linked) expect(holdsLinks(key, undefined)).toBe(true)
  const code = ['run.sh', 'd.json', 'a.md.ts', 'run.sh#L1-2@0a1b', 'https://example.org/a', 'paste:00']
  for (const key of code) expect(holdsLinks(key, undefined)).toBe(false)
  expect(holdsLinks('upload:00', 'plan.md')).toBe(true)
  expect(holdsLinks('upload:00', 'plan.csv')).toBe(false)
})
