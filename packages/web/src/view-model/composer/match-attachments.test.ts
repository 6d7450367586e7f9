import type { AttachmentView } from '@varve/contract'
import { expect, test } from 'vitest'
import { matchAttachments } from './match-attachments.ts'

function given(key: string, kind = 'note', title = key): AttachmentView {
  return { key, title, kind, tokens: 1, form: 'full' }
}

const passage = { kind: 'selection', path: 'a.md', lines: [3, 9], content: 'x' } as const
const paste = { kind: 'paste', content: 'y' } as const
const upload = { id: 'u1', name: 'table.csv', kind: 'file', bytes: 3, hash: '4567' } as const

test('matches each item of a draft with what it brings', () => {
  const attach = [
    'open.md',
    'plans/',
    '#sea',
    'https://Example.org/a#part',
    passage,
    paste,
    'upload:u1',
    't.pdf#pages=3-5',
  ]
  const attachments = [
    given('open.md'),
    given('plans/a.md'),
    given('plans/deep/b.csv', 'file'),
    given('folder:plans', 'folder'),
    given('tide.md'),
    given('wave.md'),
    given('tag:sea', 'tag'),
    given('https://example.org/a', 'url'),
    given('a.md#L3-9@0123456789abcdef', 'selection'),
    given('paste:0123', 'paste', 'Pasted text'),
    given('upload:4567', 'upload', 'table.csv'),
    given('t.pdf#pages=3-5', 'pdf'),
  ]
  const own = matchAttachments(attach, attachments, [upload])
  const keys = [...own.values()].map((each) => each.map(({ key }) => key))
  expect(Object.fromEntries([...own.keys()].map((id, index) => [id, keys[index]]))).toEqual({
    'open.md': ['open.md'],
    'plans/': ['plans/a.md', 'plans/deep/b.csv', 'folder:plans'],
    '#sea': ['tide.md', 'wave.md', 'tag:sea'],
    'https://Example.org/a#part': ['https://example.org/a'],
    [JSON.stringify(passage)]: ['a.md#L3-9@0123456789abcdef'],
    [JSON.stringify(paste)]: ['paste:0123'],
    'upload:u1': ['upload:4567'],
    't.pdf#pages=3-5': ['t.pdf#pages=3-5'],
  })
})

test('unavailable items bring nothing', () => {
  const own = matchAttachments(['gone.md', '#none', 'empty/', paste], [given('a.md')])
  expect([...own.values()].flat()).toEqual([])
})

test('a whole workspace is all its files', () => {
  const all = [given('a.md'), given('b/c.md'), given('folder:/', 'folder'), given('paste:1', 'paste')]
  expect(matchAttachments(['/'], all).get('/')).toEqual(all.slice(0, 3))
})

test('finds a section by its title, though its key has lines', () => {
  const section = given('Heads.md#L7-9@0123456789abcdef', 'selection', 'Heads.md#Sec two')
  expect([...matchAttachments(['Heads.md#Sec two'], [section])]).toEqual([['Heads.md#Sec two', [section]]])
})

test('distinguishes pictures of the same name, also after one is removed', () => {
  const uploads = ['1', 'again', '2', '3'].map((id) => ({
    id,
    name: 'image.png',
    kind: 'image' as const,
    bytes: 1,
    hash: id === 'again' ? 'hash of 1' : `hash of ${id}`,
  }))
  const all = [given('image.png', 'image'), given('image (2).png', 'image')]
  const keysOf = (...attach: string[]) =>
    [...matchAttachments(attach, all, uploads).values()].map((each) => each.map(({ key }) => key))
  expect(keysOf('upload:1', 'upload:again', 'upload:2')).toEqual([
    ['image.png'],
    ['image.png'],
    ['image (2).png'],
  ])
  expect(keysOf('upload:2', 'upload:3')).toEqual([['image.png'], ['image (2).png']])
})
