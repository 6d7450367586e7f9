import type { FileView } from '@varve/contract'
import { expect, test } from 'vitest'
import { listFolders } from '../view-model/files/file-names.ts'
import { indexFiles } from '../view-model/files/rank-files.ts'
import { findSpacedMention } from './use-mention-picker.ts'

const files: readonly FileView[] = ['note 77.md', 'Old plans/The roof.md', 'vault setup.md'].map((path) => ({
  path,
  title: path,
  kind: 'note',
  bytes: 10,
  modified: 1,
  tokens: 3,
}))
const here = {
  index: indexFiles(files),
  folders: listFolders(files),
  definitions: [],
  searchesWeb: false,
  chats: [],
}

/** The caret is written as `|`. */
function at(text: string) {
  const caret = text.indexOf('|')
  return findSpacedMention(text.replace('|', ''), caret, () => here)
}

test('continues over a blank while some name starts that way', () => {
  expect(at('@note 7|')).toEqual({ sign: '@', start: 0, end: 7, query: 'note 7' })
  expect(at('see @the roof|')).toEqual({ sign: '@', start: 4, end: 13, query: 'the roof' })
  expect(at('see @old pl|')?.query).toBe('old pl')
  expect(at('@note is|')).toBeUndefined()
  expect(at('@note 77 is|')).toBeUndefined()
  expect(at('a\n@note\n77|')).toBeUndefined()
})

test('ends at a trailing blank, so that Enter sends the text', () => {
  expect(at('@note |')).toBeUndefined()
  expect(at('@note 77 |')).toBeUndefined()
})

test('does not start in an address, or after a complete name', () => {
  expect(at('ann@note 77|')).toBeUndefined()
  expect(at('@vault setup|')).toBeUndefined()
})
