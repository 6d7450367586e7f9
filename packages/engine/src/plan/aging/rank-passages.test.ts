import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countWords, rankPassages, splitWords } from './recall-turns.ts'

const rank = (question: string, ...passages: readonly string[]): readonly number[] =>
  rankPassages(
    splitWords(question),
    passages.map((passage) => countWords(splitWords(passage))),
  )

/** Apart from each other, so that none is beside another that is found. */
const apart = (...passages: readonly string[]): readonly string[] =>
  passages.flatMap((passage) => [passage, 'nothing of the kind'])

describe('[L4-5] the order of passages', () => {
  test('a rare word counts more than a common one', () => {
    const passages = apart('the tide came', 'the tide went', 'the lamp broke', 'the tide turned')
    expect(rank('tide or lamp', ...passages)[0]).toBe(4)
  })

  test('of equal passages the newer comes first', () => {
    expect(rank('tide', ...apart('a tide', 'a tide'))).toEqual([2, 0, 3, 1])
  })

  test('a short passage says the same with more weight than a long one', () => {
    expect(rank('tide', ...apart('tide now', `tide ${'and so on '.repeat(30)}`))[0]).toBe(0)
  })

  test('what stands beside a passage that is found comes with it, after it', () => {
    expect(rank('Which pier?', 'hello there', 'Which pier is it', 'The third', 'hello again')).toEqual([
      1, 2, 0,
    ])
  })

  test('what is much weaker than the best is left out', () => {
    const common = Array.from({ length: 30 }, (_, index) => `did you see it ${index}`)
    const found = rank('did the heron nest here', ...apart('a heron in its nest by the water', ...common))
    expect(found.slice(0, 2)).toEqual([0, 1])
    expect(found.length).toBeLessThan(10)
  })

  test.each([
    ['no word of it stands anywhere', 'unheard', ['one', 'two']],
    ['it has no words', '?!', ['one', 'two']],
    ['there is nothing', 'one', []],
    ['every passage says it, so that it tells nothing', 'one', ['one', 'one', 'one']],
  ])('none where %s', (_, question, passages) => {
    expect(rank(question, ...passages)).toEqual([])
  })

  test('the order of words in a question, and saying them twice, changes nothing', () => {
    const word = fc.constantFrom('tide', 'pier', 'lamp', 'heron', 'nest', 'boat')
    const words = fc.array(word, { maxLength: 8 })
    fc.assert(
      fc.property(words, fc.array(words, { maxLength: 12 }), (question, texts) => {
        const passages = texts.map(countWords)
        const found = rankPassages([...new Set(question)].toSorted(), passages)
        expect(new Set(found).size).toBe(found.length)
        expect(rankPassages([...question, ...question].toSorted(), passages)).toEqual(found)
      }),
    )
  })
})
