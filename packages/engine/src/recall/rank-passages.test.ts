import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexPassages, rankPassages, splitWords } from './rank-passages.ts'

const rank = (question: string, ...passages: readonly string[]): readonly number[] =>
  rankPassages(splitWords(question), [indexPassages(passages)])

/** Apart from each other, so that none counts for another. */
const BETWEEN = Array.from({ length: 4 }, () => 'nothing of the kind')
const apart = (...passages: readonly string[]): readonly string[] =>
  passages.flatMap((passage) => [passage, ...BETWEEN])

describe('[L4-5] the order of passages', () => {
  test('a rare word counts more than a common one', () => {
    const passages = apart('the tide came', 'the tide went', 'the lamp broke', 'the tide turned')
    expect(rank('tide or lamp', ...passages)[0]).toBe(10)
  })

  test('of equal passages the newer comes first', () => {
    expect(rank('tide', ...apart('a tide', 'a tide'))).toEqual([5, 0, 6, 4, 1, 7, 3, 2])
  })

  test('no more than wanted are the first of all', () => {
    const indexes = [indexPassages(apart('a tide', 'a tide'))]
    const all = rankPassages(splitWords('tide'), indexes)
    for (const most of [1, 2, 3, 7, 8, 100])
      expect(rankPassages(splitWords('tide'), indexes, { most })).toEqual(all.slice(0, most))
  })

  test('a short passage says the same with more weight than a long one', () => {
    expect(rank('tide', ...apart('tide now', `tide ${'and so on '.repeat(30)}`))[0]).toBe(0)
  })

  test('what stands up to two places from a passage that is found comes with it, the nearer before the farther', () => {
    const talk = ['so', 'hello there', 'Which pier is it', 'The third', 'hello again', 'and so on']
    expect(rank('Which pier?', ...talk)).toEqual([2, 3, 1, 4, 0])
  })

  test('a passage between two that are found comes before one beside either', () => {
    expect(rank('pier', ...BETWEEN, 'a pier', 'so', 'the pier', ...BETWEEN)).toEqual([6, 4, 5, 7, 3])
  })

  test('cut into several indexes, the same is found', () => {
    const passages = apart('the tide came', 'the lamp broke', 'a heron on the tide')
    const question = splitWords('tide and heron')
    const whole = rankPassages(question, [indexPassages(passages)])
    expect(whole.length).toBeGreaterThan(3)
    for (let at = 0; at <= passages.length; at += 1) {
      const parts = [passages.slice(0, at), passages.slice(at)].map(indexPassages)
      expect(rankPassages(question, parts)).toEqual(whole)
    }
  })

  test('a question that is about something else finds nothing', () => {
    const passages = apart('the tide came in', 'the lamp of the pier', 'we saw the heron')
    expect(rank('tide tables', ...passages)).not.toEqual([])
    expect(rank('tide deposit interest rate mortgage loan', ...passages)).toEqual([])
  })

  test('what is much weaker than the best is left out', () => {
    const common = Array.from({ length: 30 }, (_, index) => `did you see it ${index}`)
    const found = rank('did the heron nest here', ...apart('a heron in its nest by the water'), ...common)
    expect(found.slice(0, 3)).toEqual([0, 1, 2])
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
        const passages = [indexPassages(texts.map((said) => said.join(' ')))]
        const found = rankPassages([...new Set(question)].toSorted(), passages)
        expect(new Set(found).size).toBe(found.length)
        expect(rankPassages([...question, ...question].toSorted(), passages)).toEqual(found)
      }),
    )
  })
})
