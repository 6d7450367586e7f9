import type { ChatSummaryView, SearchHitView } from '@varve/server/types'
import { expect, test } from 'vitest'
import { groupResults, hitLine, hitPlace, resultPath } from './search-results.ts'

const hit: SearchHitView = {
  path: 'contracts/lease.pdf',
  title: 'Lease',
  kind: 'pdf',
  lines: [9, 9],
  headings: ['Page 9'],
  score: 1,
  snippet: '8.3 Break',
  highlights: [[4, 9]],
}
const chat = (title: string): ChatSummaryView => ({
  id: title,
  title,
  createdAt: '',
  updatedAt: '',
  answering: false,
})
const chats = ['Break clause', 'Rota', 'When does the break clause end?'].map(chat)

test('hits, chats by title, and asking', () => {
  const groups = groupResults({ query: 'clause BREAK', hits: [hit], recent: [], chats })
  expect(groups.map(({ label, results }) => `${label} ${results.length}`)).toEqual([
    'Notes and files 1',
    'Chats 2',
    'Actions 1',
  ])
})

test('what is merely linked stands apart from what holds the words', () => {
  const linked = { ...hit, path: 'rota.md', linked: true }
  const [found, others] = groupResults({ query: 'break', hits: [linked, hit], recent: [], chats: [] })
  expect(found).toEqual({ label: 'Notes and files', results: [{ kind: 'hit', hit }] })
  expect(others).toEqual({ label: 'Linked from these', results: [{ kind: 'hit', hit: linked }] })
})

test('what was not found has no group; one can always ask', () => {
  const groups = groupResults({ query: 'kiln', hits: [], recent: [], chats })
  expect(groups).toEqual([{ label: 'Actions', results: [{ kind: 'ask', text: 'kiln' }] }])
})

test('before anything is typed, what changed last and the newest chats', () => {
  const recent = [{ path: 'a.md', title: 'a', kind: 'note' as const, bytes: 1, modified: 0 }]
  const groups = groupResults({ query: '', hits: [hit], recent, chats })
  expect(groups.map(({ label }) => label)).toEqual(['Changed last', 'Chats'])
})

test('a hit says its line, of a PDF its page', () => {
  expect(hitPlace(hit)).toBe('p. 9')
  expect(hitPlace({ ...hit, kind: 'note', lines: [4, 4] })).toBe('line 4')
  expect(hitPlace({ ...hit, kind: 'note', lines: [4, 8] })).toBe('lines 4–8')
  expect(hitPlace({ ...hit, kind: 'note', lines: [4, 8], line: 6 })).toBe('line 6')
})

test('a hit opens at the line that holds what was found, else where its passage begins', () => {
  expect(hitLine({ ...hit, kind: 'note', lines: [4, 8], line: 6 })).toBe(6)
  expect(hitLine(hit)).toBe(9)
})

test('only files can be attached', () => {
  expect(resultPath({ kind: 'hit', hit })).toBe('contracts/lease.pdf')
  expect(resultPath({ kind: 'ask', text: 'x' })).toBeUndefined()
  expect(resultPath(undefined)).toBeUndefined()
})
