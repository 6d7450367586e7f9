import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NoteLink } from '../note/parsed-note.ts'
import { createLinkResolver } from './create-link-resolver.ts'

const FILES = [
  'Index.md',
  'Home.md',
  'a/Index.md',
  'a/Note.md',
  'a/deep/er/Twin.md',
  'a/v1.2.md',
  'b/Twin.md',
  'b/img/pic.png',
  'c/longer/Twin.md',
  'c/d/Only.md',
  'c/d/Ünïcode.md',
  'c/pic.png',
  'x1/Same.md',
  'x2/Same.md',
  'docs/paper.pdf',
  'docs/readme.markdown',
  'docs/ΟΔΟΣ.md',
  '📇 Terms/Link.md',
]
const resolver = createLinkResolver(
  FILES.map((path) => ({ path, aliases: path === 'Home.md' ? ['Start', 'Common'] : [] })),
)
const wiki = (target: string): NoteLink => ({ form: 'wiki', embed: false, target, line: 1 })
const markdown = (target: string): NoteLink => ({ form: 'markdown', embed: false, target, line: 1 })

describe('as Obsidian resolves', () => {
  test.each([
    ['the whole path', 'c/d/Only', 'a/Note.md', 'c/d/Only.md'],
    ['the whole path with its ending', 'c/d/Only.md', 'a/Note.md', 'c/d/Only.md'],
    ['the end of a path', 'd/Only', 'a/Note.md', 'c/d/Only.md'],
    ['a name, whatever its case', 'oNLY', 'a/Note.md', 'c/d/Only.md'],
    ['a name in another composition', 'u\u0308nïcode', 'a/Note.md', 'c/d/Ünïcode.md'],
    ['a name with a space that does not break', '📇\u00a0Terms/Link', 'a/Note.md', '📇 Terms/Link.md'],
    ['a name with a dot', 'v1.2', 'b/Twin.md', 'a/v1.2.md'],
    ['a letter that is folded by what follows it', 'ΟΔΟΣ', 'a/Note.md', 'docs/ΟΔΟΣ.md'],
    ['another ending of notes', 'readme', 'a/Note.md', 'docs/readme.markdown'],
    ['a path from the root before a name nearby', 'Index', 'a/Note.md', 'Index.md'],
    ['a slash at the beginning', '/a/Index', 'b/Twin.md', 'a/Index.md'],
    ['from this folder', './Index', 'a/Note.md', 'a/Index.md'],
    ['from the folder above', '../b/Twin', 'a/Note.md', 'b/Twin.md'],
    ['the same name: in this folder', 'Twin', 'c/longer/Other.md', 'c/longer/Twin.md'],
    ['the same name: below this folder', 'Twin', 'a/Note.md', 'a/deep/er/Twin.md'],
    ['the same name: else the shortest path', 'Twin', 'docs/paper.pdf', 'b/Twin.md'],
    ['the same name and length: in code-unit order', 'Same', 'a/Note.md', 'x1/Same.md'],
    ['an attachment by its name', 'pic.png', 'a/Note.md', 'c/pic.png'],
    ['an attachment below this folder', 'pic.png', 'b/Twin.md', 'b/img/pic.png'],
    ['nothing: this note', '', 'a/Note.md', 'a/Note.md'],
  ])('%s', (_what, target, from, path) => {
    expect(resolver.resolve(wiki(target), from)).toEqual({ path })
  })

  test.each([
    ['no such name', 'Nowhere', 'a/Note.md'],
    ['another folder than is written', 'a/Only', 'a/Note.md'],
    ['part of a folder’s name', 'onger/Twin', 'a/Note.md'],
    ['out of the workspace', '../../Home', 'a/Note.md'],
    ['a relative path that is not there', './Only', 'a/Note.md'],
    ['an alias', 'Start', 'a/Note.md'],
    ['an attachment without its ending', 'pic', 'a/Note.md'],
    ['a picture on the web', 'https://example.org/pic.png', 'a/Note.md'],
  ])('nowhere: %s', (_what, target, from) => {
    expect(resolver.resolve(wiki(target), from)).toBeUndefined()
  })

  test.each([
    ['beside the note before the root', 'Index.md', 'a/Note.md', 'a/Index.md'],
    ['then from the root', 'c/d/Only.md', 'a/Note.md', 'c/d/Only.md'],
    ['then by name', 'Only.md', 'a/Note.md', 'c/d/Only.md'],
  ])('a Markdown link: %s', (_what, target, from, path) => {
    expect(resolver.resolve(markdown(target), from)).toEqual({ path })
  })

  test('heading and block are passed on', () => {
    expect(resolver.resolve({ ...wiki('Only'), heading: 'H' }, 'Home.md')).toEqual({
      path: 'c/d/Only.md',
      heading: 'H',
    })
    expect(resolver.resolve({ ...wiki(''), block: 'b' }, 'Home.md')).toEqual({ path: 'Home.md', block: 'b' })
  })

  test('of two files that differ in case the exact one is chosen', () => {
    const both = createLinkResolver(['a/X.md', 'a/x.md'].map((path) => ({ path, aliases: [] })))
    expect(both.resolve(wiki('a/x'), '')?.path).toBe('a/x.md')
    expect(both.resolve(wiki('a/X'), '')?.path).toBe('a/X.md')
  })
})

describe('follow, where Obsidian finds nothing', () => {
  test.each([
    ['a/Only', { path: 'c/d/Only.md', by: 'moved' }],
    ['Start', { path: 'Home.md', by: 'alias' }],
    ['Only', { path: 'c/d/Only.md', by: 'path' }],
    ['gone/Twin', undefined],
    ['Nowhere', undefined],
    ['https://example.org/Only', undefined],
  ] as const)('%s', (target, expected) => {
    expect(resolver.follow(wiki(target), 'a/Note.md')).toEqual(expected)
  })

  test('an alias of two notes resolves to neither', () => {
    const two = createLinkResolver(['a.md', 'b.md'].map((path) => ({ path, aliases: ['Both', path] })))
    expect(two.resolveAlias('both')).toBeUndefined()
    expect(two.resolveAlias('A.MD')).toBe('a.md')
  })
})

test('after adding and removing files, equals a fresh resolver', () => {
  const file = fc.record({
    path: fc.constantFrom(...FILES, 'a/twin.md', 'Twin.md', 'only.md'),
    aliases: fc.subarray(['Start', 'twin', 'X']),
  })
  const change = fc.record({ file, gone: fc.boolean() })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const changing = createLinkResolver([])
      const left = new Map<string, readonly string[]>()
      for (const {
        file: { path, aliases },
        gone,
      } of changes) {
        if (gone) changing.remove(path)
        else changing.add({ path, aliases })
        if (gone) left.delete(path)
        else left.set(path, aliases)
      }
      const fresh = createLinkResolver([...left].reverse().map(([path, aliases]) => ({ path, aliases })))
      for (const target of [
        'Twin',
        'Only',
        'Index',
        'a/Twin',
        'Start',
        'X',
        './Twin',
        'pic.png',
        'gone/Only',
      ])
        for (const from of ['a/Note.md', 'Home.md', 'c/d/Only.md'])
          for (const link of [wiki(target), markdown(target)])
            expect(changing.follow(link, from)).toEqual(fresh.follow(link, from))
    }),
    { numRuns: process.env['VARVE_TEST_SHARE'] === 'full' ? 2_000 : 150 },
  )
})
