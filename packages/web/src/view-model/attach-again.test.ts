import { expect, test } from 'vitest'
import { attachAgain } from './attach-again.ts'

test('each thing is named as it would be attached; a folder names its files', () => {
  const given = [
    ['a.md', 'note'],
    ['plans/b.md', 'note'],
    ['folder:plans', 'folder'],
    ['tag:sea', 'tag'],
    ['a.md#L3-9@0123456789abcdef', 'selection'],
    ['t.pdf#pages=3-5', 'pdf'],
    ['https://example.org/', 'url'],
    ['paste:01', 'paste'],
    ['upload:02', 'upload'],
  ] as const
  const attachments = given.map(([key, kind]) => ({
    key,
    kind,
    title: key,
    tokens: 1,
    form: 'full' as const,
  }))
  expect(attachAgain(attachments)).toEqual([
    'a.md',
    'plans/',
    '#sea',
    'a.md#L3-9',
    't.pdf#pages=3-5',
    'https://example.org/',
  ])
})
