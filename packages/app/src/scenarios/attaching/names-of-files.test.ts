import { writeTestPng, writeTextPdf } from '@varve/workspace/testing'
import type { Extraction } from '@varve/workspace'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TemporaryExtraction, temporaryExtraction } from '../../testing/temporary-extraction.ts'

let it: TemporaryExtraction

beforeAll(async () => {
  it = await temporaryExtraction({
    'same.md': 'root',
    'a/same.md': 'in a',
    'b/same.md': 'in b',
    'a/thing.txt': 'text in a',
    'b/thing.md': 'note in b',
    'a/twice.txt': 'one',
    'a/twice.csv': 'two',
    'a/v1.2 plan.md': 'a plan',
    'README.md': 'read me',
    'alone.md': '# One\n\nfirst\n\n## Below\n\nbelow\n\n# Two\n\nsecond ^here\n',
    'c/C# notes.md': '# Head\n\nsharp',
    'deep/one/only.md': 'only',
    'x/sub.folder/inner.md': 'inner',
    noext: 'bytes',
    'a.mp3': 'sound',
    '.gitignore': 'ign/',
    'ign/i.md': 'ignored',
    'embeds.md': '![[a.mp3]]\n![[ign/i]]\n![[nowhere]]\n![[v1.2 none]]',
    'diary/today.md': '---\nprivate: true\n---\nsecret',
    'p.pdf': writeTextPdf(['first', 'second', 'third', 'fourth'], 'Four'),
    'dot.png': writeTestPng(2, 2, () => [1, 2, 3, 255]),
  })
})

afterAll(() => it.remove())

const messagesOf = ({ warnings }: Extraction): readonly string[] => warnings.map(({ message }) => message)

/** The keys without hashes, and what was said. */
async function given(...names: readonly string[]): Promise<readonly string[]> {
  const found = await it.extract(names)
  return [...found.artifacts.map(({ key }) => key.replace(/@.*/, '')), ...messagesOf(found)]
}

describe('a name without extension', () => {
  test.each([
    ['same', 'same.md'],
    ['a/same', 'a/same.md'],
    ['b/thing', 'b/thing.md'],
    ['a/thing', 'a/thing.txt'],
    ['a/v1.2 plan', 'a/v1.2 plan.md'],
    ['README', 'README.md'],
    ['A/Same', 'a/same.md'],
    ['same#L1', 'same.md#L1-1'],
  ])('%s is %s, without a notice', async (name, path) => {
    expect(await given(name)).toEqual([path])
  })

  test('shared by two files in a folder is not guessed', async () => {
    expect(await given('a/twice')).toEqual([
      '"a/twice" was left out: 2 files have its name, a/twice.csv, a/twice.txt. Name one with its ending.',
    ])
    expect(await given('z/same')).toEqual([
      '"z/same" was left out: 3 files have its name, a/same.md, b/same.md, same.md. Name one with its folder.',
    ])
  })

  test('finds the only file of that name after a move', async () => {
    expect(await given('only')).toEqual([
      'deep/one/only.md',
      '"only" is not there; "deep/one/only.md" was taken in its place.',
    ])
  })

  test('does not lead to a private note elsewhere that nobody named', async () => {
    expect(await given('old/today.md')).toEqual([
      '"diary/today.md" is private and was left out; name it to attach it.',
    ])
    expect(await given('diary/today')).toEqual(['diary/today.md'])
  })
})

describe('a heading after a name without extension', () => {
  test.each([
    ['alone#One', 'alone.md#L1-7'],
    ['alone#One#Below', 'alone.md#L5-7'],
    ['alone#Two', 'alone.md#L9-11'],
    ['alone#^here', 'alone.md#L11-11'],
    ['c/C# notes', 'c/C# notes.md'],
    ['c/C# notes#Head', 'c/C# notes.md#L1-3'],
  ])('%s is %s', async (name, key) => {
    expect(await given(name)).toEqual([key])
  })

  test('a missing one is reported', async () => {
    expect(await given('alone#Three', 'nothing#One', 'p.pdf#Intro', 'dot.png#x')).toEqual([
      '"alone.md#Three" is not there and was left out.',
      '"nothing#One" is not there, or of a kind that Varve cannot read; it was left out.',
      '"p.pdf#Intro" is not there and was left out.',
      '"dot.png#x" is not there and was left out.',
    ])
  })
})

describe('notices are accurate', () => {
  test('for a folder, a file without extension, and an unreadable one', async () => {
    expect(await given('x', 'x/sub.folder', 'noext', 'gone.md', 'a.mp3')).toEqual([
      '"x" is a folder and was left out; "x/" attaches it.',
      '"x/sub.folder" is a folder and was left out; "x/sub.folder/" attaches it.',
      '"noext" is not there, or of a kind that Varve cannot read; it was left out.',
      '"gone.md" is not there and was left out.',
      '"a.mp3" is of a kind that Varve cannot read; notes, text, PDFs and images can be attached.',
    ])
  })

  test('for embeds of a note', async () => {
    expect(messagesOf(await it.extract(['embeds.md']))).toEqual([
      '"embeds.md" embeds "a.mp3" (line 1), which is not there, or of a kind that Varve cannot read.',
      '"embeds.md" embeds "ign/i" (line 2), which is there but not listed: it is ignored, or not indexed yet.',
      '"embeds.md" embeds "nowhere" (line 3), which is not there.',
      '"embeds.md" embeds "v1.2 none" (line 4), which is not there.',
    ])
  })

  test('for pages: a “line” of a PDF in search is its page', async () => {
    const { artifacts, warnings } = await it.extract(['p.pdf#L2-3', 'p.pdf#pages=3-9', 'p.pdf#pages=9'])
    expect(artifacts.map(({ key, content }) => [key, content])).toEqual([
      ['p.pdf#pages=2-3', '[page 2]\nsecond\n\n[page 3]\nthird'],
      ['p.pdf#pages=3-9', '[page 3]\nthird\n\n[page 4]\nfourth'],
    ])
    expect(warnings.map(({ message }) => message)).toEqual([
      'p.pdf has 4 pages; 5 to 9 are not there.',
      'p.pdf has 4 pages, no page 9.',
    ])
  })

  test('for lines of a picture', async () => {
    expect(await given('dot.png#L1')).toEqual(['"dot.png" is a picture and has no lines; it was left out.'])
  })
})
