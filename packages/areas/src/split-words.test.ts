import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldWord, splitWords } from './split-words.ts'

test.each([
  ['I’m not, you don’t!', ['i', 'not', 'you', 'dont']],
  ["L'héritage d’Élodie", ['l', 'heritage', 'd', 'elodie']],
  ['the landlord’s M&A (R&D)', ['the', 'landlord', 'm&a', 'r&d']],
  ['Straße Œuvre ŁÓDŹ', ['strasse', 'oeuvre', 'lodz']],
  ['real-estate_deal 401(k)', ['real', 'estate', 'deal', '401', 'k']],
  ['', []],
])('%s', (text, words) => {
  expect(splitWords(text).folded).toEqual(words)
})

test('composed and decomposed letters are the same word', () => {
  expect(splitWords('n\u0303a\u0301').folded).toEqual(splitWords('ñá').folded)
})

test('every word is at its reported place, in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const { folded, starts, ends } = splitWords(text)
      let before = 0
      for (const [index, start] of starts.entries()) {
        const end = ends[index] ?? 0
        expect(start).toBeGreaterThanOrEqual(before)
        expect(end).toBeGreaterThan(start)
        before = end
      }
      expect(folded.length).toBe(ends.length)
    }),
  )
})

test('overlong words match nothing', () => {
  expect(foldWord('é'.repeat(100_000))).toBe('')
})
