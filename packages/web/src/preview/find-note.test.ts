import type { FileView } from '@varve/contract'
import { expect, test } from 'vitest'
import { createFindNote } from '../shell/shell.tsx'

const files = ['notes/archive/Plan.md', 'notes/Plan.md', 'plan.pdf', 'people/Ada.md', 'a/b.png'].map(
  (path): FileView => ({ path, title: path, kind: 'note', bytes: 1, modified: 0 }),
)
const find = createFindNote(files)

test.each([
  ['plan', 'notes/Plan.md'],
  ['Plan.md', 'notes/Plan.md'],
  ['archive/plan', 'notes/archive/Plan.md'],
  ['/notes/Plan', 'notes/Plan.md'],
  ['plan.pdf', 'plan.pdf'],
  ['b.png', 'a/b.png'],
  ['../people/ada.md', 'people/Ada.md'],
  ['ada', 'people/Ada.md'],
])('%s means %s', (target, path) => {
  expect(find(target)).toBe(path)
})

test.each(['', 'lan', 'nothing', 'other/Plan', '__proto__'])('“%s” means nothing', (target) => {
  expect(find(target)).toBeUndefined()
})
