import type { FileView } from '@varve/contract'
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { exampleQuestions } from '../../thread/empty-chat.tsx'

function note(path: string, tokens: number): FileView {
  return {
    path,
    title: path.replace(/^.*\/|\.md$/g, ''),
    kind: 'note',
    bytes: tokens * 4,
    modified: 0,
    tokens,
  }
}

describe('exampleQuestions', () => {
  test('asks about notes of a readable size, one from each folder first', () => {
    const files = [
      note('a/one.md', 900),
      note('a/two.md', 800),
      note('b/three.md', 100),
      note('tiny.md', 3),
      note('huge.md', 90_000),
    ]
    const questions = exampleQuestions(files)
    expect(questions.map(({ attach }) => attach)).toEqual([['a/one.md'], ['b/three.md'], ['a/two.md']])
    expect(questions[0]?.text).toContain('“one”')
  })

  test('asks nothing about notes that cannot be read or hold nothing', () => {
    const files = [note('broken.md', 900), { ...note('empty.md', 800), bytes: 0 }, note('good.md', 700)]
    const questions = exampleQuestions(files, [{ path: 'broken.md' }])
    expect(questions.map(({ attach }) => attach)).toEqual([['good.md']])
  })

  test('asks nothing about chats, which are files too, and about notes that may not go everywhere', () => {
    const secret = { ...note('diary.md', 700), privacy: 'private' as const }
    expect(exampleQuestions([note('Varve/chats/What is tide.md', 900), secret])).toEqual([])
  })

  test('asks nothing where there is nothing to read', () => {
    expect(exampleQuestions([])).toEqual([])
    expect(exampleQuestions([{ path: 'a.png', title: 'a', kind: 'image', bytes: 9, modified: 0 }])).toEqual(
      [],
    )
  })

  test('in the demo workspace it asks the questions of its welcome note, about notes that are there', () => {
    const demo = new URL('../../../../../examples/demo-vault/', import.meta.url)
    const files = ['product/launch-plan.md', 'meetings/2026-11-09-weekly.md', 'research/interviews-may.md']
    const questions = exampleQuestions(files.map((path) => note(path, 400)))
    expect(questions.map(({ text }) => text)).toEqual([
      'When do we launch and what still blocks it?',
      'What did the interviews say about pricing?',
    ])
    for (const path of questions.flatMap(({ attach }) => attach))
      expect(existsSync(new URL(path, demo))).toBe(true)
  })
})
