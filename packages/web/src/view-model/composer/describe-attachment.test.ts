import type { AttachmentView } from '@varve/contract'
import { expect, test } from 'vitest'
import { attachmentLabel, attachmentLook, describeAttachment, keyLabel } from './describe-attachment.ts'

const attachment: AttachmentView = {
  key: 'rent.md',
  title: 'Rent',
  kind: 'note',
  tokens: 2_400,
  form: 'full',
}

test.each([
  ['full', '2.4k', 'plain'],
  ['reference', 'already given', 'plain'],
  ['update', '+1 −2', 'changed'],
  ['compacted', '2.4k, shortened', 'plain'],
  ['omitted', 'not sent', 'refused'],
] as const)('a chip of form %s reads “%s”', (form, words, look) => {
  const shown: AttachmentView = { ...attachment, form, added: 1, removed: 2 }
  expect(describeAttachment(shown)).toBe(words)
  expect(attachmentLook(shown)).toBe(look)
})

test.each([
  ['note', 'notes/rent.md', 'Rent', 'rent.md', undefined],
  ['selection', 'notes/rent.md#L3-9@0123456789abcdef', 'rent', 'rent.md', 'lines 3–9'],
  ['pdf', 'papers/a.pdf#pages=3-5', 'a.pdf', 'a.pdf', 'pages 3–5'],
  ['pdf', 'papers/a.pdf', 'a.pdf', 'a.pdf', undefined],
  ['folder', 'folder:a/notes', 'a/notes', 'notes/', undefined],
  ['folder', 'folder:/', '/', 'All files', undefined],
  ['tag', 'tag:sea', '#sea', '#sea', undefined],
  ['url', 'https://example.org/', 'Example', 'Example', undefined],
  ['paste', 'paste:01', 'Pasted text', 'Pasted text', undefined],
  ['upload', 'upload:01', 'table.csv', 'table.csv', undefined],
  ['a-newer-kind', 'x:1', '', 'x:1', undefined],
])('a chip of kind %s and key %s is called “%s” → “%s”', (kind, key, title, label, part) => {
  expect(attachmentLabel({ ...attachment, kind, key, title })).toEqual({
    label,
    ...(part === undefined ? {} : { part }),
  })
})

test('names a passage by its lines, not its hash', () => {
  expect(keyLabel('product/pricing.md#L12-21@3be0f1')).toBe('product/pricing.md, lines 12–21')
  expect(keyLabel('product/pricing.md#L4-4@3be0f1')).toBe('product/pricing.md, line 4')
  expect(keyLabel('product/pricing.md')).toBe('product/pricing.md')
})

test('names an upload by its name and a query by its line, not by a hash', () => {
  const query = 'a/dv.md#query=79916fc325cac9c4'
  expect(keyLabel(query, 'Query in a/dv.md, line 7')).toBe('a/dv.md, query in line 7')
  expect(keyLabel(query)).toBe('a/dv.md, a query of it')
  expect(keyLabel(`upload:${'a'.repeat(64)}`, 'list.csv')).toBe('list.csv')
})

test('names a tag and a folder as typed, whatever their title', () => {
  expect(keyLabel('tag:moon')).toBe('#moon')
  expect(keyLabel('folder:a/tides', 'tides/')).toBe('a/tides/')
  expect(keyLabel('folder:/', '/')).toBe('All files')
})
