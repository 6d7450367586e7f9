import { expect, test } from 'vitest'
import { headingWords } from './answer-search.ts'

test.each([
  ['Plain [x] (y)', 'Plain [x] (y)'],
  ['[Configuration](https://grafana.com/docs/loki/#x) of [it](<a>)', 'Configuration of it'],
  ['See [this](https://en.wikipedia.org/wiki/A_(b)) now', 'See this now'],
  ['[[Note]] and [[folder/Note#Part|that one]]', 'Note and that one'],
  ['![Logo](logo.png) Home', 'Logo Home'],
  ['[it](https://a.b "A title")', 'it'],
  ['[open](', '[open]('],
])('%s is read as %s', (heading, words) => expect(headingWords(heading)).toBe(words))

test('takes no time for texts that look like links', () => {
  for (const text of [
    '[a]('.repeat(25_000),
    '['.repeat(100_000),
    '[['.repeat(50_000),
    `[${'a'.repeat(99_999)}`,
  ])
    expect(headingWords(text)).toBe(text)
})
