import type { FileView } from '@varve/contract'
import { expect, test } from 'vitest'
import { listFolders } from '../files/file-names.ts'
import { mentionGroups, type Mentionable } from './mention-groups.ts'
import { indexFiles } from '../files/rank-files.ts'

const files: readonly FileView[] = [
  file('plans/launch.md', 'note', 3),
  file('plans/budget.csv', 'file', 9),
  file('papers/tides.pdf', 'pdf', 1),
  file('tide.md', 'note', 2),
]
const all: Mentionable = {
  files,
  index: indexFiles(files),
  notes: indexFiles(files.filter(({ kind }) => kind === 'note')),
  chats: [],
  foundChats: [],
  transcripts: [],
  folders: listFolders(files),
  tags: [
    { tag: 'plan', count: 4 },
    { tag: 'sea/tide', count: 2 },
  ],
  searchesWeb: true,
  definitions: [],
}

function file(path: string, kind: FileView['kind'], modified: number): FileView {
  return { path, title: path, kind, bytes: 10, modified, tokens: 3 }
}

function listed(typed: string, of = all): Readonly<Record<string, readonly string[]>> {
  const sign = typed.startsWith('[[') ? '[[' : '@'
  const query = typed.slice(sign.length)
  const groups = mentionGroups({ sign, start: 0, end: typed.length, query }, of)
  return Object.fromEntries(groups.map(({ title, options }) => [title, options.map(({ item }) => item)]))
}

test('without a query: recent changes, folders and tags', () => {
  expect(listed('@')).toEqual({
    'Recently changed': ['plans/budget.csv', 'plans/launch.md', 'tide.md', 'papers/tides.pdf'],
    'For this message': ['@vault', '@chats', '@web', '@composer'],
    Folders: ['papers/', 'plans/'],
    Tags: ['#plan', '#sea/tide'],
  })
})

test('Varve’s own files follow the notes, however new', () => {
  const more = [
    ...files,
    file('Varve/settings/a.md', 'note', 99),
    file('Varve/agents/b.agent.md', 'note', 98),
  ]
  const crowded = {
    ...all,
    files: more,
    folders: listFolders(more),
    notes: indexFiles(more.filter(({ kind }) => kind === 'note')),
  }
  const { 'Recently changed': last, Folders: folders } = listed('@', crowded)
  expect(last).toEqual([
    ...files.toSorted((a, b) => b.modified - a.modified).map(({ path }) => path),
    more[4]?.path,
  ])
  expect(folders).toEqual(['papers/', 'plans/', 'Varve/'])
  expect(listed('[[', crowded)['Notes to link and attach']?.slice(0, 2)).toEqual([
    'plans/launch.md',
    'tide.md',
  ])
})

test('chats come last, by title, and only a few', () => {
  const found = ['Launch party', 'When do we launch', 'After the launch', 'Rota']
  const foundChats = found.map((title, index) => ({ title, item: `chat:${index}` }))
  const groups = mentionGroups({ sign: '@', start: 0, end: 7, query: 'launch' }, { ...all, foundChats })
  expect(groups.map(({ title }) => title)).toEqual(['Notes and files', 'Chats'])
  expect(groups.at(-1)).toMatchObject({
    found: 4,
    options: [
      { kind: 'chat', name: 'Launch party', item: 'chat:0', marks: [[0, 6]] },
      { name: 'When do we launch' },
      { name: 'After the launch' },
    ],
  })
  const rota = mentionGroups(
    { sign: '@', start: 0, end: 5, query: 'rota' },
    { ...all, foundChats: foundChats.slice(3) },
  )
  expect(rota).toMatchObject([{ options: [{ item: 'chat:3', marks: [[0, 4]] }] }])
})

test('links lead to the note of a chat', () => {
  const path = 'Varve/chats/Launch party 0f075531.md'
  const transcripts = [{ title: 'Launch party', item: path, file: file(path, 'note', 99) }]
  expect(listed('[[launch', { ...all, transcripts })).toMatchObject({ Chats: [path] })
})

test('files, folders and tags match the same words', () => {
  expect(listed('@plan')).toEqual({
    'Notes and files': ['plans/budget.csv', 'plans/launch.md'],
    Folders: ['plans/'],
    Tags: ['#plan'],
  })
})

test('a slash suggests folders first, # only tags', () => {
  expect(Object.keys(listed('@plans/'))).toEqual(['Folders', 'Notes and files'])
  expect(listed('@#ti')).toEqual({ Tags: ['#sea/tide'] })
})

test('a folder typed in full comes first, unless a file has that name', () => {
  expect(Object.keys(listed('@Plans'))).toEqual(['Folders', 'Notes and files'])
  const more = [...files, file('plans-old/a.md', 'note', 1), file('x/plans/b.md', 'note', 1)]
  const crowded = { ...all, files: more, index: indexFiles(more), folders: listFolders(more) }
  expect(listed('@plans', crowded)['Folders']).toEqual(['plans/', 'x/plans/', 'plans-old/'])
  const named = [...more, file('plans.md', 'note', 1)]
  expect(Object.keys(listed('@plans', { ...crowded, index: indexFiles(named) }))[0]).toBe('Notes and files')
})

test('offers an address once it is complete', () => {
  expect(listed('@https://exam')).toEqual({})
  expect(listed('@https://example.org/a')).toEqual({ 'From the web': ['https://example.org/a'] })
})

test('suggests the pages of a PDF after #', () => {
  expect(listed('@tides#3-5')).toEqual({ 'PDFs, pages 3–5': ['papers/tides.pdf#pages=3-5'] })
  expect(listed('@tides#p4')).toEqual({ 'PDFs, page 4': ['papers/tides.pdf#pages=4-4'] })
  expect(listed('@tides#5-3')).toEqual({})
})

test('two brackets suggest notes only', () => {
  expect(listed('[[')).toEqual({ 'Notes to link and attach': ['plans/launch.md', 'tide.md'] })
  expect(listed('[[tid')).toEqual({ 'Notes to link and attach': ['tide.md'] })
})
