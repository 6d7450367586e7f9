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

test('lists hits, matching chats, and asking', () => {
  const foundChats = [found('Break clause'), found('When does the break clause end?')]
  const groups = groupResults({ ...none, query: 'clause BREAK', hits: [hit], chats, foundChats })
  expect(groups.map(({ label, results }) => `${label} ${results.length}`)).toEqual([
    'Notes and files 1',
    'Chats 2',
    'Actions 1',
  ])
})

test('separates linked notes from notes that contain the words', () => {
  const linked = { ...hit, path: 'rota.md', linked: true }
  const [holding, others] = groupResults({ query: 'break', hits: [linked, hit], ...none })
  expect(holding).toEqual({ label: 'Notes and files', results: [{ kind: 'hit', hit }] })
  expect(others).toEqual({ label: 'Linked from these', results: [{ kind: 'hit', hit: linked }] })
})

test('does not repeat the note of a listed chat', () => {
  const id = '0198c0de-0000-7000-8000-00000f075531'
  const transcript = { ...hit, kind: 'note' as const, path: 'Varve/chats/Break clause 0f075531.md' }
  const foundChats = [{ ...found('Break clause'), chat: { ...chat('Break clause'), id } }]
  const [first] = groupResults({ ...none, query: 'break', hits: [transcript, hit], foundChats })
  expect(first?.results).toEqual([{ kind: 'hit', hit }])
  const [alone] = groupResults({ ...none, query: 'break', hits: [transcript] })
  expect(alone?.results).toEqual([{ kind: 'hit', hit: transcript }])
})

test('omits empty groups; asking is always offered', () => {
  const groups = groupResults({ ...none, query: 'kiln', hits: [], chats })
  expect(groups).toEqual([{ label: 'Actions', results: [{ kind: 'ask', text: 'kiln' }] }])
})

test('before typing, lists recent changes and the newest chats', () => {
  const recent = [{ path: 'a.md', title: 'a', kind: 'note' as const, bytes: 1, modified: 0 }]
  const groups = groupResults({ ...none, query: '', hits: [hit], recent, chats })
  expect(groups.map(({ label }) => label)).toEqual(['Recently changed', 'Chats'])
})

test('a hit shows its line, or its page in a PDF', () => {
  expect(hitPlace(hit)).toBe('p. 9')
  const { unit: _unit, ...note } = hit
  expect(hitPlace({ ...note, kind: 'note', lines: [4, 4] })).toBe('line 4')
  expect(hitPlace({ ...note, kind: 'note', lines: [4, 8] })).toBe('lines 4–8')
  expect(hitPlace({ ...note, kind: 'note', lines: [4, 8], line: 6 })).toBe('line 6')
})

test('a hit opens at its matching line, else at the start of its passage', () => {
  const { unit: _unit, ...note } = hit
  expect(hitSpot({ ...note, kind: 'note', lines: [4, 8], line: 6 })).toEqual({ kind: 'line', line: 6 })
  expect(hitSpot(hit)).toEqual({ kind: 'page', page: 9 })
})

test('only files can be attached', () => {
  expect(resultPath({ kind: 'hit', hit })).toBe('contracts/lease.pdf')
  expect(resultPath({ kind: 'ask', text: 'x' })).toBeUndefined()
  expect(resultPath(undefined)).toBeUndefined()
})
