import { expect, test } from 'vitest'
import { isTranscriptOf, transcriptTitle } from './chats.ts'

const path = 'Varve/chats/When do we launch 0f075531.md'

test('the note of a chat is named by its title', () => {
  expect(transcriptTitle(path)).toBe('When do we launch')
  expect(transcriptTitle('Varve/chats/Rota 0f075531 2.md')).toBe('Rota')
  expect(transcriptTitle('Varve/chats/by hand.md')).toBe('by hand')
})

test('other files are not chats', () => {
  for (const other of ['launch.md', 'Varve/agents/a.md', 'Varve/chats/old/a.md', 'notes/Varve/chats/a.md'])
    expect(transcriptTitle(other)).toBeUndefined()
})

test('is recognised by the end of its id', () => {
  expect(isTranscriptOf(path, '0198c0de-0000-7000-8000-00000F075531')).toBe(true)
  expect(isTranscriptOf(path, '0198c0de-0000-7000-8000-00000f075532')).toBe(false)
  expect(isTranscriptOf('launch 0f075531.md', '0f075531')).toBe(false)
})
