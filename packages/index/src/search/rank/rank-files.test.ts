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

describe('an exact word', () => {
  const find = finder([
    { path: 'exact.md', text: `My cat sleeps all day, ${'and that is all there is to say. '.repeat(8)}` },
    ...Array.from({ length: 200 }, (_, at) => ({
      path: `category-${at}.md`,
      text: 'Each category of a category has a category, and so on for every category.',
    })),
    { path: 'dog.md', text: 'Not a word about it.' },
    ...Array.from({ length: 9 }, (_, at) => ({ path: `d${at}.md`, text: 'dogma '.repeat(30) })),
  ])

  test('ranks above longer ones that begin with it, which are found too', () => {
    expect(find('cat')[0]).toBe('exact.md')
    expect(find('cat')).toHaveLength(10)
    expect(find('catego')).toHaveLength(10)
  })

  test('also in a name alone', () => expect(find('dog')[0]).toBe('dog.md'))
})

test('a note with the query as its name ranks above notes about it', () => {
  const find = finder([
    { path: 'notes/Docker.md', text: 'How to begin.' },
    ...Array.from({ length: 8 }, (_, at) => ({
      path: `docker-${at}/Docker compose and docker images.md`,
      text: 'docker '.repeat(20),
    })),
  ])
  expect(find('docker')[0]).toBe('notes/Docker.md')
  expect(find('docker ')[0]).toBe('notes/Docker.md')
})

describe('an unknown word', () => {
  const text = [
    'Inside the input there was an inspiration. Editing and embedding are the medium; he elects',
    'the mar, martial Maria, la acción y las vacaciones. Nothing insides or inputs an inspiring edit.',
  ].join(' ')
  const source = openMemorySource(Array.from({ length: 60 }, (_, at) => ({ path: `${at}.md`, text })))

  test.each(['insurance', 'medication', 'elephant', 'marriage', 'vaccination'])(
    'is not corrected to something implausible: %s',
    (typed) => expect(answerSearch(source, { text: typed })).toEqual({ hits: [], notes: [] }),
  )

  test('is corrected, also beside implausible candidates', () => {
    expect(answerSearch(source, { text: 'inspirtion ' }).notes).toEqual(['typo: inspirtion → inspiration'])
    expect(answerSearch(source, { text: 'vacaiones ' }).notes).toEqual(['typo: vacaiones → vacaciones'])
  })
})

describe('two phrases', () => {
  const source = openMemorySource([
    { path: 'Big Note.md', text: `alpha beta\n${'filler line\n'.repeat(400)}\ngamma delta\n` },
    { path: 'alpha beta.md', text: 'Here gamma delta stand, and the others above.' },
    { path: 'other.md', text: 'delta alpha, gamma and beta' },
    { path: 'half.md', text: 'alpha beta alone' },
  ])
  const ask = (text: string) => {
    const { hits, notes } = answerSearch(source, { text })
    return { paths: hits.map((hit) => hit.path).toSorted(), notes }
  }

  test('may be apart in a file, or one of them in its name', () => {
    const both = { paths: ['Big Note.md', 'alpha beta.md'], notes: [] }
    expect(ask('"alpha beta" "gamma delta"')).toEqual(both)
    expect(ask('"alpha beta" "gamma delta" filler')).toEqual(both)
  })

  test('must both occur', () => {
    expect(ask('"alpha beta" "delta gamma"').notes).toEqual([
      'nowhere word for word; found by the words of the phrase',
    ])
  })
})
