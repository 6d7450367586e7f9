import { describe, expect, test } from 'vitest'
import { parseNote } from './parse-note.ts'

describe('parseNote', () => {
  test('front matter, tags, aliases and where the body begins', () => {
    const note = parseNote(
      '---\ntags: [garden, term/sub]\naliases:\n  - Other\ndate: 2021-06-16\n---\n# One\n#tag x',
    )
    expect(note.frontMatter.values).toEqual({
      tags: ['garden', 'term/sub'],
      aliases: ['Other'],
      date: '2021-06-16',
    })
    expect(note.frontMatter.lines).toEqual([1, 6])
    expect(note.headings).toEqual([{ level: 1, text: 'One', line: 7 }])
    expect(note.tags).toEqual(['garden', 'term/sub', 'tag'])
    expect(note.aliases).toEqual(['Other'])
  })
})
