import type { DefinitionView } from '@varve/contract'
import { expect, test } from 'vitest'
import { mentionGroups, type Mentionable } from './mention-groups.ts'
import { indexFiles } from '../files/rank-files.ts'

function defined(
  kind: DefinitionView['kind'],
  id: string,
  more: Partial<DefinitionView> = {},
): DefinitionView {
  const base = { kind, id, name: id, description: `About ${id}.`, path: `Varve/${id}.md`, hash: id }
  return { ...base, origin: 'workspace', trusted: true, problems: [], ...more }
}

const files = [{ path: 'vaults.md', title: 'vaults', kind: 'note', bytes: 1, modified: 1 }] as const
const all: Mentionable = {
  files,
  index: indexFiles(files),
  notes: indexFiles(files),
  chats: [],
  foundChats: [],
  transcripts: [],
  folders: [],
  tags: [],
  searchesWeb: true,
  definitions: [
    defined('agent', 'editor'),
    defined('skill', 'weekly-review', { description: 'Looks back on the week.' }),
    defined('template', 'foreign', { trusted: false }),
    defined('template', 'letter', { variables: ['name', 'topic'] }),
    defined('skill', 'plot', { parameters: { type: 'object', required: ['data'] } }),
  ],
}

const groups = (typed: string) => {
  const sign = typed.startsWith('/') ? '/' : '@'
  return mentionGroups({ sign, start: 0, end: typed.length, query: typed.slice(1) }, all)
}
const listed = (typed: string) =>
  Object.fromEntries(groups(typed).map(({ title, options }) => [title, options.map(({ item }) => item)]))

test('/ lists templates, skills and commands, unusable ones last', () => {
  expect(listed('/')).toEqual({
    Templates: ['/letter', '/foreign'],
    Skills: ['/weekly-review', '/plot'],
    Commands: ['/compact'],
  })
})

test('matches letters in order, and descriptions', () => {
  expect(listed('/wkrv')).toEqual({ Skills: ['/weekly-review'] })
  expect(listed('/looks')).toEqual({ Skills: ['/weekly-review'] })
  expect(listed('/zzz')).toEqual({})
  const [option] = groups('/wkrv')[0]?.options ?? []
  const marks = option?.kind === 'word' ? option.marks : []
  expect(marks.map(([from, to]) => '/weekly-review'.slice(from, to)).join('')).toBe('wkrv')
})

test('marks entries that need input, or trust, before use', () => {
  const [letter, foreign] = groups('/')[0]?.options ?? []
  expect(letter).toMatchObject({ variables: ['name', 'topic'] })
  expect(foreign).toMatchObject({ inert: { why: 'Not trusted' } })
  expect(groups('/plot')[0]?.options[0]).toMatchObject({ variables: ['data'] })
})

test('@web without a search engine says that it is not set up', () => {
  const webOf = (searchesWeb: boolean) => {
    const mention = { sign: '@', query: 'web', start: 0, end: 4 } as const
    return mentionGroups(mention, { ...all, searchesWeb })[0]?.options[0]
  }
  expect(webOf(false)).toMatchObject({ item: '@web', inert: { why: 'Not set up' } })
  expect(webOf(true)).not.toHaveProperty('inert')
})

test('@ offers searches, the composer and agents beside files; an almost complete word comes first', () => {
  expect(listed('@')['For this message']).toEqual(['@vault', '@chats', '@web', '@composer', '@editor'])
  expect(Object.keys(listed('@va'))).toEqual(['Notes and files', 'For this message'])
  expect(Object.keys(listed('@vau'))[0]).toBe('For this message')
})

test('complete matches come first, then prefixes, across groups', () => {
  const more = {
    ...all,
    definitions: [
      defined('template', 'compare-documents', { description: 'Keeps it compact.' }),
      defined('template', 'review-long'),
      defined('skill', 'review'),
      defined('agent', 'rev'),
    ],
  }
  const first = (sign: '/' | '@', query: string, among: Mentionable) => {
    const mention = { sign, start: 0, end: query.length + 1, query }
    return mentionGroups(mention, among)[0]?.options[0]?.item
  }
  expect(first('/', 'compact', more)).toBe('/compact')
  expect(first('/', 'compac', more)).toBe('/compact')
  expect(first('/', 'review', more)).toBe('/review')
  expect(first('/', 'rev', more)).toBe('/review-long')
  expect(first('@', 'rev', more)).toBe('@rev')
  const named = [...files, { path: 'Comp.md', title: 'Comp', kind: 'note', bytes: 1, modified: 1 }] as const
  expect(first('@', 'comp', { ...more, files: named, index: indexFiles(named) })).toBe('Comp.md')
  expect(first('@', 'compo', { ...more, files: named, index: indexFiles(named) })).toBe('@composer')
})
