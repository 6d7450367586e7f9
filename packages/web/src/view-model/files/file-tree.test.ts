import type { FileView } from '@varve/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestMatch, buildFileTree, filterFiles, foldersAbove, treeRows } from './file-tree.ts'

function file(path: string, title = path): FileView {
  return { path, title, kind: 'note', bytes: 1, modified: 0 }
}

const files = ['b.md', 'A.md', 'notes/z.md', 'notes/deep/y.md', 'archive/x.md'].map((path) => file(path))
const shown = (open: readonly string[]) =>
  treeRows(buildFileTree(files), new Set(open)).map(({ path, level }) => `${level} ${path}`)

test('lists folders first, ignores case, and hides closed folders', () => {
  expect(shown([])).toEqual(['1 archive', '1 notes', '1 A.md', '1 b.md'])
  expect(shown(['notes'])).toEqual([
    '1 archive',
    '1 notes',
    '2 notes/deep',
    '2 notes/z.md',
    '1 A.md',
    '1 b.md',
  ])
})

test('sorts numbers in names by value', () => {
  const order = (paths: readonly string[]) =>
    treeRows(buildFileTree(paths.map((path) => file(path))), new Set()).map(({ path }) => path)
  const named = [
    'Note 7.md',
    'note 10.md',
    'note 98.md',
    'note 98b.md',
    'note 99.md',
    'note 980.md',
    'notes.md',
  ]
  expect(order(named.toReversed())).toEqual(named)
  const dated = ['2025-12-01.md', '2026-01-31.md', '2026-02-01.md', 'v1.9.md', 'v1.10.md']
  expect(order(dated.toReversed())).toEqual(dated)
  expect(order(['x/a', '10/a', '2/a', '02/a'])).toEqual(['02', '2', '10', 'x'])
})

test('a folder counts all files below it', () => {
  const notes = treeRows(buildFileTree(files), new Set()).find(({ path }) => path === 'notes')
  expect(notes).toMatchObject({ kind: 'folder', count: 2, open: false, position: 2, siblings: 4 })
})

test('with all folders open, each file has one row below its folder', () => {
  const name = fc.constantFrom('a', 'B', 'c', 'ä', '__proto__', 'constructor')
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join('/')}.md`)
  fc.assert(
    fc.property(fc.uniqueArray(path), (paths) => {
      const rows = treeRows(buildFileTree(paths.map((each) => file(each))), 'all')
      const found = rows.filter(({ kind }) => kind === 'file').map((row) => row.path)
      expect(found.toSorted()).toEqual(paths.toSorted())
      for (const row of rows) {
        const above = row.parent === undefined ? undefined : rows[row.parent]?.path
        expect(above).toBe(foldersAbove(row.path).at(-1))
      }
    }),
  )
})

test('a filter needs every word, in path or title, in any order and case', () => {
  const some = [file('notes/lease.pdf', 'Harbour Street'), file('notes/plan.md', 'The plan')]
  expect(filterFiles(some, 'harbour LEASE').map(({ path }) => path)).toEqual(['notes/lease.pdf'])
  expect(filterFiles(some, '  ')).toBe(some)
  expect(filterFiles(some, 'lease plan')).toEqual([])
})

test('a filter prefers the file of that name to files that contain it', () => {
  const some = ['a/old plan.md', 'b/plan 2.md', 'c/Plan.md'].map((path) => file(path))
  expect(bestMatch(some, 'plan ')?.path).toBe('c/Plan.md')
  expect(bestMatch(some.slice(0, 2), 'plan')?.path).toBe('b/plan 2.md')
  expect(bestMatch(some.slice(0, 1), 'plan')?.path).toBe('a/old plan.md')
  expect(bestMatch([], 'plan')).toBeUndefined()
})

test('builds rows for fifty thousand files in a thousand folders', () => {
  const many = Array.from({ length: 50_000 }, (_, at) => file(`folder-${at % 1_000}/note-${at}.md`))
  const tree = buildFileTree(many)
  expect(tree.count).toBe(50_000)
  expect(treeRows(tree, 'all')).toHaveLength(51_000)
  expect(treeRows(tree, new Set())).toHaveLength(1_000)
})
