import type { Attachable } from '@varve/contract'
import { expect, test } from 'vitest'
import { describeAttachable } from './describe-attachment.ts'

const uploads = [{ id: 'u1', name: 'plan.png', kind: 'image', bytes: 9, hash: 'h1' }] as const
const passage = { kind: 'selection', path: 'notes/a.md', lines: [3, 9], content: 'x' } as const

test.each<readonly [Attachable, string, string, string | undefined]>([
  ['notes/a.md', 'path', 'a.md', undefined],
  ['notes/C# intro.md', 'path', 'C# intro.md', undefined],
  ['papers/tides.pdf#pages=3-5', 'pdf', 'tides.pdf', 'pages 3–5'],
  ['papers/tides.pdf#page=4', 'pdf', 'tides.pdf', 'page 4'],
  ['notes/a.md#L10-20', 'selection', 'a.md', 'lines 10–20'],
  ['notes/', 'folder', 'notes/', undefined],
  ['a/b/', 'folder', 'b/', undefined],
  ['/', 'folder', 'All files', undefined],
  ['#sea/tide', 'tag', '#sea/tide', undefined],
  ['https://www.example.org/plans', 'url', 'example.org/plans', undefined],
  ['upload:u1', 'upload', 'plan.png', undefined],
  ['upload:gone', 'upload', 'Uploaded file', undefined],
  ['chat:c1', 'chat', 'Another chat', undefined],
  [passage, 'selection', 'a.md', 'lines 3–9'],
  [{ kind: 'paste', content: '  Dear all' }, 'paste', 'Pasted text', undefined],
])('%j is shown as %s “%s”', (item, kind, label, part) => {
  const look = describeAttachable(item, uploads)
  expect([look.kind, look.label, look.part]).toEqual([kind, label, part])
})
