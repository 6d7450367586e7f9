import { describe, expect, test } from 'vitest'
import { answerSearch } from '../answer-search.ts'
import { openMemorySource, type TestNote } from '../testing/memory-source.ts'

function finder(notes: readonly TestNote[]) {
  const source = openMemorySource(notes)
  return (text: string, limit?: number) =>
    answerSearch(source, { text, ...(limit === undefined ? {} : { limit }) }).hits.map((hit) => hit.path)
}

describe('a long file', () => {
  const log = Array.from(
    { length: 9000 },
    (_, at) => `${at} ERROR payment error in the payment form ${at}`,
  ).join('\n')
  const notes = Array.from({ length: 30 }, (_, at) => ({
    path: `note-${at}.md`,
    text: `On day ${at} we saw an error in the payment form, and wrote down what ${'else '.repeat(40)}happened.`,
  }))
  const find = finder([{ path: 'app.log', text: log }, ...notes])

  test.each(['error ', 'payment', '"error in"', 'error payment '])('does not hide others: %s', (text) => {
    expect(find(text)).toHaveLength(10)
    expect(find(text, 100)).toHaveLength(31)
  })
})
