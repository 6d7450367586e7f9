import { expect, test } from 'vitest'
import { parseNote } from '../note/parse-note.ts'
import { NO_CONTEXT } from '../chat-file/chat-document.ts'
import { printChatFile } from '../chat-file/print-chat-file.ts'
import { withoutDetails } from './extract-note.ts'

const COMMENT = '<!-- varve:turn {} -->'

test('a chat keeps its text, privacy mark and line numbers; Varve’s data is removed', () => {
  const turn = { id: 't', userText: `Why?\n${COMMENT}`, context: NO_CONTEXT, attached: [], answers: [] }
  const text = printChatFile({ id: 'c', title: 'Chat', tags: [], privacy: 'private', turns: [turn, turn] })
  const shown = withoutDetails(text, parseNote(text))
  expect(shown).toContain('private: true')
  expect(shown.split(`\\${COMMENT}`)).toHaveLength(3)
  expect(shown.split('\n').filter((line) => line.startsWith('<!--'))).toEqual([])
  expect(shown.split('\n')).toHaveLength(text.split('\n').length)
})

test('a note that is not a chat is unchanged', () => {
  const text = `---\nvarve: private\n---\n${COMMENT}\n`
  expect(withoutDetails(text, parseNote(text))).toBe(text)
})
