import { describe, expect, test } from 'vitest'
import { answerSearch } from './answer-search.ts'
import { chunkNote } from './chunk-note.ts'
import { foldTag } from './fold-tag.ts'
import { makeSnippet } from './make-snippet.ts'
import { dayInName } from './query/day.ts'
import { planSearch } from './query/plan-search.ts'
import { splitQuery } from './query/split-query.ts'
import { stem } from '@varve/workspace/notes'
import { openMemorySource } from './testing/memory-source.ts'
import { indexText, tokenize } from '@varve/workspace/notes'

const SIZE = 100_000
/** What makes patterns go back and forth: each would take hours if one of them did. */
const TEXTS: Readonly<Record<string, string>> = {
  'one letter': 'a'.repeat(SIZE),
  quotes: '"'.repeat(SIZE),
  'open quotes with words': '"a '.repeat(SIZE / 3),
  dashes: '-'.repeat(SIZE),
  'dashes before words': ' -a'.repeat(SIZE / 3),
  hashes: '#'.repeat(SIZE),
  tags: `#${'a/'.repeat(SIZE / 2)}!`,
  'tags of digits': `#${'1'.repeat(SIZE)}`,
  colons: 'tag:'.repeat(SIZE / 4),
  blanks: ' '.repeat(SIZE),
  'line ends': '\n'.repeat(SIZE),
  fences: '```\n'.repeat(SIZE / 4),
  backticks: '`'.repeat(SIZE),
  'front matter without an end': `---\n${'a: b\n'.repeat(SIZE / 5)}`,
  slashes: `path:${'/'.repeat(SIZE)}`,
  accents: '\u0301'.repeat(SIZE),
  'letters with accents': 'e\u0301'.repeat(SIZE / 2),
  'Chinese without a stop': '学习机器'.repeat(SIZE / 4),
  Thai: 'ภาษาไทย'.repeat(SIZE / 7),
  emoji: '👩‍🌾'.repeat(SIZE / 5),
  'halves of characters': '\ud83d'.repeat(SIZE),
  'years and days': '2026-11-15'.repeat(SIZE / 10),
  ys: 'y'.repeat(SIZE),
  times: 'last week '.repeat(SIZE / 10),
  punctuation: '!?.,;:)"\''.repeat(SIZE / 9),
  nulls: '\u0000'.repeat(SIZE),
}
const source = openMemorySource([
  { path: 'a.md', text: 'a last week 学习' },
  { path: 'b.md', text: 'other words' },
])

describe('100,000 characters against every pattern', () => {
  test.each(Object.entries(TEXTS))('%s', (_name, text) => {
    expect(splitQuery(text).length).toBeLessThanOrEqual(SIZE)
    expect(planSearch({ text, today: '2026-11-15', conversation: [text] }).terms.length).toBeLessThanOrEqual(
      64,
    )
    expect(answerSearch(source, { text, today: '2026-11-15' }).hits.length).toBeLessThanOrEqual(2)
    const tokens = tokenize(text)
    expect(indexText(text).length).toBeGreaterThanOrEqual(text.length)
    for (const passage of chunkNote(text)) expect(passage.text.length).toBeLessThanOrEqual(10_000)
    const matches = tokens.map(({ start, end }, position) => ({
      concept: position % 7,
      factor: 1,
      position,
      start,
      end,
    }))
    expect(makeSnippet(text, { words: tokens.length, matches }, { worth: () => 1 }).text.length).toBeLessThan(
      SIZE + 10,
    )
    expect(foldTag(text).length).toBeLessThanOrEqual(text.length)
    expect(typeof stem(text)).toBe('string')
    expect(dayInName(text)?.length ?? 10).toBe(10)
  })
})
