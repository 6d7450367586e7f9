import type { AttachmentView } from '@varve/contract'
import { expect, test } from 'vitest'
import { groupTurn } from './turns.ts'

function given(key: string, kind = 'note', form: AttachmentView['form'] = 'full'): AttachmentView {
  return { key, title: key, kind, tokens: 1_000, form }
}

test('a folder stands for its files with their sum; tags and texts precede notes', () => {
  const { folders, others, members } = groupTurn([
    given('a.md'),
    given('plans/b.md'),
    given('plans/c.md', 'note', 'reference'),
    given('folder:plans', 'folder'),
    given('tag:sea', 'tag'),
    given('paste:01', 'paste'),
  ])
  expect(folders.map(({ folder, words }) => [folder.key, words])).toEqual([['folder:plans', '2 files, 2k']])
  expect(others.map(({ key }) => key)).toEqual(['tag:sea', 'paste:01', 'a.md'])
  expect(members.map(({ key }) => key)).toEqual(['plans/b.md', 'plans/c.md'])
})

test('query results follow the attached items', () => {
  const queries = [1, 2, 3].map((each) => given(`dv.md#query=000000000000000${each}`, 'dataview'))
  const { others, members } = groupTurn([given('dv.md'), ...queries, given('a.md')])
  expect(others.map(({ key }) => key)).toEqual(['dv.md', 'a.md'])
  expect(members).toEqual(queries)
})
