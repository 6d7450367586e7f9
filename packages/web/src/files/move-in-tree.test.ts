import { expect, test } from 'vitest'
import { buildFileTree, treeRows } from '../view-model/files/file-tree.ts'
import { moveInTree } from './file-tree.tsx'

const files = ['a/b/deep.md', 'a/note.md', 'c/other.md', 'top.md'].map((path) => ({
  path,
  title: path,
  kind: 'note' as const,
  bytes: 1,
  modified: 0,
}))
const rows = treeRows(buildFileTree(files), new Set(['a']))
const names = rows.map(({ path }) => path)
const press = (path: string, key: string, with_: { ctrlKey?: boolean } = {}) =>
  moveInTree(rows, names.indexOf(path), { key, altKey: false, ctrlKey: false, metaKey: false, ...with_ })
const to = (path: string) => ({ kind: 'to', to: names.indexOf(path) })

test('up and down stop at the ends', () => {
  expect(names).toEqual(['a', 'a/b', 'a/note.md', 'c', 'top.md'])
  expect(press('a', 'ArrowUp')).toEqual(to('a'))
  expect(press('a', 'ArrowDown')).toEqual(to('a/b'))
  expect(press('top.md', 'ArrowDown')).toEqual(to('top.md'))
  expect(press('c', 'Home')).toEqual(to('a'))
  expect(press('a', 'End')).toEqual(to('top.md'))
})

test('right opens a folder, then enters it; left closes it, then leaves it', () => {
  expect(press('c', 'ArrowRight')).toEqual({ kind: 'folders', paths: ['c'], open: true })
  expect(press('a', 'ArrowRight')).toEqual(to('a/b'))
  expect(press('a', 'ArrowLeft')).toEqual({ kind: 'folders', paths: ['a'], open: false })
  expect(press('a/note.md', 'ArrowLeft')).toEqual(to('a'))
  expect(press('top.md', 'ArrowLeft')).toBeUndefined()
  expect(press('top.md', 'ArrowRight')).toBeUndefined()
})

test('enter and space activate, a star opens the siblings, a letter jumps to the next match', () => {
  expect(press('a/note.md', 'Enter')).toMatchObject({ kind: 'act', row: { path: 'a/note.md' } })
  expect(press('a', ' ')).toMatchObject({ kind: 'act', row: { path: 'a' } })
  expect(press('a', '*')).toEqual({ kind: 'folders', paths: ['c'], open: true })
  expect(press('a', 't')).toEqual(to('top.md'))
  expect(press('top.md', 'C')).toEqual(to('c'))
  expect(press('a', 'z')).toBeUndefined()
})

test('keys of the page and the browser pass through', () => {
  expect(press('a', 'k', { ctrlKey: true })).toBeUndefined()
  for (const key of ['/', '?', 'Tab', 'Escape', 'F5']) expect(press('a', key)).toBeUndefined()
})
