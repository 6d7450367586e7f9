import type { ChatHitView, ChatSummaryView, SearchHitView } from '@varve/contract'
import { expect, test } from 'vitest'
import { groupResults, hitPlace, hitSpot, resultPath } from './search-results.ts'

const hit: SearchHitView = {
  path: 'contracts/lease.pdf',
  title: 'Lease',
  kind: 'pdf',
  unit: 'page',
  lines: [9, 9],
  headings: ['Page 9'],
  score: 1,
  coverage: 1,
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

const found = (title: string): ChatHitView => ({ chat: chat(title), titleHighlights: [], passages: [] })
const none = { recent: [], chats: [], foundChats: [] }

test('hits, the chats that were found, and asking', () => {
  const foundChats = [found('Break clause'), found('When does the break clause end?')]
  const groups = groupResults({ ...none, query: 'clause BREAK', hits: [hit], chats, foundChats })
  expect(groups.map(({ label, results }) => `${label} ${results.length}`)).toEqual([
    'Notes and files 1',
    'Chats 2',
    'Actions 1',
  ])
})

test('what is merely linked stands apart from what holds the words', () => {
  const linked = { ...hit, path: 'rota.md', linked: true }
  const [holding, others] = groupResults({ query: 'break', hits: [linked, hit], ...none })
  expect(holding).toEqual({ label: 'Notes and files', results: [{ kind: 'hit', hit }] })
  expect(others).toEqual({ label: 'Linked from these', results: [{ kind: 'hit', hit: linked }] })
})

test('the note of a chat that is listed does not stand there once more', () => {
  const id = '0198c0de-0000-7000-8000-00000f075531'
  const transcript = { ...hit, kind: 'note' as const, path: 'Varve/chats/Break clause 0f075531.md' }
  const foundChats = [{ ...found('Break clause'), chat: { ...chat('Break clause'), id } }]
  const [first] = groupResults({ ...none, query: 'break', hits: [transcript, hit], foundChats })
  expect(first?.results).toEqual([{ kind: 'hit', hit }])
  const [alone] = groupResults({ ...none, query: 'break', hits: [transcript] })
  expect(alone?.results).toEqual([{ kind: 'hit', hit: transcript }])
})

test('what was not found has no group; one can always ask', () => {
  const groups = groupResults({ ...none, query: 'kiln', hits: [], chats })
  expect(groups).toEqual([{ label: 'Actions', results: [{ kind: 'ask', text: 'kiln' }] }])
})

test('before anything is typed, what changed last and the newest chats', () => {
  const recent = [{ path: 'a.md', title: 'a', kind: 'note' as const, bytes: 1, modified: 0 }]
  const groups = groupResults({ ...none, query: '', hits: [hit], recent, chats })
  expect(groups.map(({ label }) => label)).toEqual(['Changed last', 'Chats'])
})

test('a hit says its line, of a PDF its page', () => {
  expect(hitPlace(hit)).toBe('p. 9')
  const { unit: _unit, ...note } = hit
  expect(hitPlace({ ...note, kind: 'note', lines: [4, 4] })).toBe('line 4')
  expect(hitPlace({ ...note, kind: 'note', lines: [4, 8] })).toBe('lines 4–8')
  expect(hitPlace({ ...note, kind: 'note', lines: [4, 8], line: 6 })).toBe('line 6')
})

test('a hit opens at the line that holds what was found, else where its passage begins', () => {
  const { unit: _unit, ...note } = hit
  expect(hitSpot({ ...note, kind: 'note', lines: [4, 8], line: 6 })).toEqual({ kind: 'line', line: 6 })
  expect(hitSpot(hit)).toEqual({ kind: 'page', page: 9 })
})

test('only files can be attached', () => {
  expect(resultPath({ kind: 'hit', hit })).toBe('contracts/lease.pdf')
  expect(resultPath({ kind: 'ask', text: 'x' })).toBeUndefined()
  expect(resultPath(undefined)).toBeUndefined()
})
