import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createArtifact } from './create-artifact.ts'
import { hashText } from './hash.ts'

describe('createArtifact', () => {
  test('[A-1] fills in what was not said', () => {
    expect(createArtifact({ kind: 'note', source: { path: './notes/Plan.md' }, content: 'x' })).toEqual({
      key: 'notes/Plan.md',
      kind: 'note',
      title: 'Plan',
      source: { path: 'notes/Plan.md' },
      content: 'x',
      contentHash: hashText('x'),
      recoverable: true,
      priority: 'normal',
      images: [],
      metadata: {},
    })
  })

  test('[A-1] keeps what was said', () => {
    const image = { hash: hashText('i'), mediaType: 'image/png', name: 'i.png' }
    const given = {
      kind: 'tool-result',
      title: 'Hits',
      source: { name: 'search', query: '{}', ordinal: 2 },
      content: 'x',
      priority: 'essential',
      recoverable: true,
      role: 'active',
      images: [image],
      metadata: { lines: 3 },
      contentHash: hashText('the bytes'),
    } as const
    expect(createArtifact(given)).toEqual({ ...given, key: `tool:search:${hashText('{}').slice(0, 16)}:2` })
  })

  test.each([
    ['note', { path: 'a/.md' }, '.md'],
    ['note', { path: 'a/b.MD' }, 'b'],
    ['file', { path: 'src/a.ts' }, 'a.ts'],
    ['url', { url: 'https://Example.org/a/b?c#d' }, 'example.org/a/b?c'],
    ['web-tab', { url: 'https://example.org/' }, 'example.org'],
    ['chat', { name: '01J' }, '01J'],
    ['folder', { name: 'notes' }, 'notes'],
    ['tag', { name: 'x' }, '#x'],
    ['tool-result', { name: 'search' }, 'search'],
    ['paste', {}, 'Pasted text'],
    ['upload', { name: 'a.csv' }, 'a.csv'],
    ['unparsed', {}, 'Unparsed context'],
  ] as const)('[A-1] a %s without a title is called by its source', (kind, source, title) => {
    expect(createArtifact({ kind, source, content: '' }).title).toBe(title)
  })

  test('[A-3] another text is another version of the same artifact', () => {
    const note = (content: string) => createArtifact({ kind: 'note', source: { path: 'a.md' }, content })
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
        expect(note(before).key).toBe(note(after).key)
        expect(note(before).contentHash === note(after).contentHash).toBe(before === after)
      }),
    )
  })
})
