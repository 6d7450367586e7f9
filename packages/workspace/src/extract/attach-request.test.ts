import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WorkspaceError } from '../workspace-error.ts'
import { type AttachRequest, parseAttachRequest } from './attach-request.ts'

const TABLE: readonly (readonly [string, AttachRequest])[] = [
  ['note.md', { kind: 'path', path: 'note.md' }],
  ['a b/ü #1.md', { kind: 'path', path: 'a b/ü #1.md' }],
  [' leading.md', { kind: 'path', path: ' leading.md' }],
  ['folder/', { kind: 'folder', path: 'folder' }],
  ['a/b/', { kind: 'folder', path: 'a/b' }],
  ['/', { kind: 'folder', path: '' }],
  ['./', { kind: 'folder', path: '' }],
  ['#tag', { kind: 'tag', tag: 'tag' }],
  ['#project/x', { kind: 'tag', tag: 'project/x' }],
  ['#cafe\u0301', { kind: 'tag', tag: 'caf\u00e9' }],
  ['https://example.org/a#b', { kind: 'url', url: 'https://example.org/a#b' }],
  ['HTTP://example.org', { kind: 'url', url: 'HTTP://example.org' }],
  ['paper.pdf#pages=3-5', { kind: 'path', path: 'paper.pdf', pages: [3, 5] }],
  ['paper.PDF#page=3', { kind: 'path', path: 'paper.PDF', pages: [3, 3] }],
  ['note.md#L3-9', { kind: 'path', path: 'note.md', lines: [3, 9] }],
  ['note.md#L3-L9', { kind: 'path', path: 'note.md', lines: [3, 9] }],
  ['note.md#L3', { kind: 'path', path: 'note.md', lines: [3, 3] }],
  ['note.md#Open questions', { kind: 'path', path: 'note.md', section: 'Open questions' }],
  ['a/note.md#^item1', { kind: 'path', path: 'a/note.md', section: '^item1' }],
  ['a/note#^item1', { kind: 'path', path: 'a/note', section: '^item1' }],
  ['C# notes', { kind: 'path', path: 'C# notes' }],
  ['note.md#pages=1', { kind: 'path', path: 'note.md', section: 'pages=1' }],
  ['chat:01J', { kind: 'chat', id: '01J' }],
  ['upload:u1', { kind: 'upload', id: 'u1' }],
]

describe('parseAttachRequest', () => {
  test.each(TABLE)('%j', (text, request) => {
    expect(parseAttachRequest(text)).toEqual(request)
  })

  test.each(['', '   ', '#', '##', '#a b', 'note.md#L9-3', 'note.md#L0', 'x.pdf#pages=0'])(
    'refuses %j with the reason',
    (text) => {
      expect(() => parseAttachRequest(text)).toThrow(WorkspaceError)
    },
  )

  test('says what is wrong with pages', () => {
    expect(() => parseAttachRequest('three.pdf#pages=abc')).toThrow('pages are numbers')
    expect(() => parseAttachRequest('pic.png#pages=1')).toThrow('only a PDF has pages')
  })

  test('accepts or refuses any text, without other failures', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        try {
          expect(parseAttachRequest(text)).toHaveProperty('kind')
        } catch (error) {
          expect(error).toMatchObject({ name: 'WorkspaceError', code: 'attachment-invalid' })
        }
      }),
    )
  })

  test('a long text is fine', () => {
    for (const text of ['#L1'.repeat(40_000), '.pdf#pages='.repeat(10_000), '#'.repeat(100_000)])
      expect(() => {
        try {
          parseAttachRequest(text)
        } catch (error) {
          if (!(error instanceof WorkspaceError)) throw error
        }
      }).not.toThrow()
  })
})
