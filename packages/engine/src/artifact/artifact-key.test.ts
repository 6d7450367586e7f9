import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EngineError } from '../engine-error.ts'
import type { ArtifactKind, Source } from './artifact.ts'
import { artifactKey } from './artifact-key.ts'
import { hashText } from './hash.ts'
import { isRecoverable } from './create-artifact.ts'

const hash = hashText('text')
const short = hash.slice(0, 16)
const query = hashText('LIST').slice(0, 16)

const TABLE: readonly (readonly [ArtifactKind, Source, string, boolean])[] = [
  ['note', { path: 'notes/plan.md' }, 'notes/plan.md', true],
  ['note', { path: './notes\\plan.md', lines: [1, 2] }, 'notes/plan.md', true],
  ['file', { path: 'src/a.ts' }, 'src/a.ts', true],
  ['pdf', { path: 'a.pdf' }, 'a.pdf', true],
  ['pdf', { path: 'a.pdf', pages: [3, 5] }, 'a.pdf#pages=3-5', true],
  ['image', { path: 'a.png' }, 'a.png', true],
  ['url', { url: 'HTTPS://Example.org:443/A?b=1#c' }, 'https://example.org/A?b=1', true],
  ['tweet', { url: 'https://x.com/a/status/1' }, 'https://x.com/a/status/1', true],
  ['web-tab', { url: 'https://example.org' }, 'https://example.org/', false],
  ['web-selection', { url: 'https://example.org/a' }, `https://example.org/a#@${short}`, false],
  [
    'youtube',
    { url: 'https://youtu.be/abcdefghijk?t=3' },
    'https://www.youtube.com/watch?v=abcdefghijk',
    true,
  ],
  ['selection', { path: 'a.md', lines: [3, 9] }, `a.md#L3-9@${short}`, false],
  ['selection', { path: 'a.md' }, `a.md#@${short}`, false],
  ['selection', { url: 'https://example.org/a' }, `https://example.org/a#@${short}`, false],
  ['paste', {}, `paste:${hash}`, false],
  ['upload', { name: 'a.csv' }, `upload:${hash}`, false],
  ['chat', { name: '01J' }, 'chat:01J', true],
  ['dataview', { path: 'a.md', query: 'LIST' }, `a.md#query=${query}`, true],
  ['folder', { name: 'notes/' }, 'folder:notes', true],
  ['folder', { name: '/' }, 'folder:/', true],
  ['tag', { name: '#project/x' }, 'tag:project/x', true],
  ['tool-result', { name: 'search', query: 'LIST', ordinal: 2 }, `tool:search:${query}:2`, false],
  ['unparsed', {}, `unparsed:${hash}`, false],
]

describe('artifactKey', () => {
  test.each(TABLE)('[A-2] %s %j is %s', (kind, source, key, recoverable) => {
    expect(artifactKey(kind, source, hash)).toBe(key)
    expect(isRecoverable(kind)).toBe(recoverable)
  })

  test('[A-2] a file that is named like another key does not take its place', () => {
    for (const path of [
      'tag:x',
      'paste:1',
      'chat:1',
      'a.pdf#pages=3-5',
      `a.md#L3-9@${short}`,
      `a.md#@${short}`,
    ])
      expect(artifactKey('file', { path }, hash)).toBe(`./${path}`)
    expect(artifactKey('note', { path: 'C# notes.md' }, hash)).toBe('C# notes.md')
  })

  test('[A-3] only kinds that are named by their text change key with it', () => {
    const other = hashText('other')
    const immutable: readonly ArtifactKind[] = ['selection', 'web-selection', 'paste', 'upload', 'unparsed']
    for (const [kind, source] of TABLE)
      expect(artifactKey(kind, source, other) !== artifactKey(kind, source, hash)).toBe(
        immutable.includes(kind),
      )
  })

  test.each([
    ['note', {}],
    ['url', {}],
    ['chat', {}],
    ['chat', { name: '' }],
    ['tag', { name: '#' }],
    ['dataview', { path: 'a.md' }],
    ['tool-result', {}],
    ['selection', { path: 'a.md', lines: [9, 3] }],
    ['pdf', { path: 'a.pdf', pages: [0, 1] }],
    ['pdf', { path: 'a.pdf', pages: [1, 1.5] }],
  ] as const)('[A-2] %s %j has no key', (kind, source) => {
    expect(() => artifactKey(kind, source as Source, hash)).toThrow(
      expect.objectContaining({ name: 'EngineError', code: 'invalid-key' }),
    )
  })

  test('[A-2] the same source gives the same key', () => {
    const path = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(path, (text) => {
        try {
          const key = artifactKey('note', { path: text }, hash)
          expect(artifactKey('note', { path: text.normalize('NFD') }, hash)).toBe(key)
          expect(artifactKey('note', { path: `./${text}` }, hash)).toBe(key)
        } catch (error) {
          expect(error).toBeInstanceOf(EngineError)
        }
      }),
    )
  })
})
