import type { IndexView } from '@varve/contract'
import { expect, test } from 'vitest'
import { indexWords, problemWords } from './file-names.ts'

const index: IndexView = { state: 'indexing', filesDone: 1204, filesTotal: 5300, problems: [] }

test('says in numbers what is being read', () => {
  expect(indexWords({ ...index, secondsLeft: 8.4 })).toBe('Reading 1,204 of 5,300 files, about 8\u00a0s left')
  expect(indexWords({ ...index, secondsLeft: 0.2 })).toContain('about 1\u00a0s')
  expect(indexWords({ ...index, secondsLeft: 200 })).toContain('about 3\u00a0min')
  expect(indexWords(index)).toBe('Reading 1,204 of 5,300 files')
  expect(indexWords({ ...index, state: 'paused' })).toBe('Paused at 1,204 of 5,300 files')
  expect(indexWords({ ...index, state: 'starting' })).toBe('Looking for files')
  expect(indexWords({ ...index, state: 'failed', failure: 'Disk full.' })).toBe('Disk full.')
})

test('says nothing once the index is ready', () => {
  expect(indexWords({ ...index, state: 'ready' })).toBeUndefined()
  expect(indexWords(undefined)).toBeUndefined()
})

test('counts unreadable files', () => {
  expect([0, 1, 1200].map(problemWords)).toEqual([
    undefined,
    '1 file or folder could not be read',
    '1,200 files or folders could not be read',
  ])
})

test('one file is singular', () => {
  const one = { state: 'indexing', filesDone: 0, filesTotal: 1, problems: [] } as const
  expect(indexWords(one)).toBe('Reading 0 of 1 file')
  expect(problemWords(1)).toBe('1 file or folder could not be read')
})
