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
  test('uses questions in the titles of notes, and invents none', () => {
    const files = [
      note('a/one.md', 900),
      note('b/Why do we sleep.md', 800),
      note('b/Is it worth it?.md', 100),
      note('How.md', 90),
    ]
    expect(exampleQuestions(files)).toEqual([
      { attach: [], text: 'Is it worth it?' },
      { attach: [], text: 'Why do we sleep?' },
    ])
  })

  test('ignores unreadable and empty notes', () => {
    const files = [note('Is it broken?.md', 900), { ...note('Is it empty?.md', 800), bytes: 0 }]
    expect(exampleQuestions(files, [{ path: 'Is it broken?.md' }])).toEqual([])
  })

  test('ignores chat files and restricted notes', () => {
    const secret = { ...note('diary.md', 700), privacy: 'private' as const }
    expect(exampleQuestions([note('Varve/chats/What is tide.md', 900), secret])).toEqual([])
  })

  test('is empty in an empty workspace', () => {
    expect(exampleQuestions([])).toEqual([])
    expect(exampleQuestions([{ path: 'a.png', title: 'a', kind: 'image', bytes: 9, modified: 0 }])).toEqual(
      [],
    )
  })

  test('asks about existing notes in the demo workspace', () => {
    const demo = new URL('../../../../../examples/demo-vault/', import.meta.url)
    const files = ['product/launch-plan.md', 'research/interviews-may.md', 'decisions/0003-yearly-pass.md']
    const questions = exampleQuestions(files.map((path) => note(path, 400)))
    expect(questions).toHaveLength(3)
    for (const path of files) expect(existsSync(new URL(path, demo))).toBe(true)
  })
})
