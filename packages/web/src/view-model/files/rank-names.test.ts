import { expect, test } from 'vitest'
import { listFolders } from './file-names.ts'
import { rankNames } from './rank-files.ts'

test('a folder counts everything inside it', () => {
  const files = ['a.md', 'notes/b.md', 'notes/deep/c.md', 'notes/deep/d.md'].map((path) => ({ path }))
  expect(listFolders(files)).toEqual([
    { path: 'notes', count: 3 },
    { path: 'notes/deep', count: 2 },
  ])
})

test('the last part counts most; equals keep their order', () => {
  const names = ['old/projects', 'projects/x', 'myproject', 'projects', 'other']
  const { matches, found } = rankNames(names, { query: 'Proj', limit: 3, nameOf: (name) => name })
  expect(matches.map(({ name }) => name)).toEqual(['old/projects', 'projects', 'projects/x'])
  expect(matches.map(({ name, marks }) => marks.map(([from, to]) => name.slice(from, to)))).toEqual([
    ['proj'],
    ['proj'],
    ['proj'],
  ])
  expect(found).toBe(4)
})

test('an empty query gives the first ones', () => {
  expect(rankNames(['b', 'a'], { query: '', limit: 1, nameOf: (name) => name })).toEqual({
    matches: [{ item: 'b', name: 'b', marks: [] }],
    found: 2,
  })
})
