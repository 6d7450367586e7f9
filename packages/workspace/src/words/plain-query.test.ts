import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPlainWords, hasPhrases, parsePlainQuery, plainWords } from './plain-query.ts'

test('strips endings and diacritics, and splits words of scripts without blanks', () => {
  expect(plainWords('Policies naïve 合同租赁 👩🏽‍💻').map(({ stem }) => stem)).toEqual([
    'polici',
    'naiv',
    '合同',
    '租赁',
    'zqe128105x128187',
  ])
})

test('the last word is a prefix; after a blank or in quotes it is whole', () => {
  expect(parsePlainQuery('break clau')).toEqual({
    terms: [{ stem: 'break' }, { stem: 'clau', beginning: 'clau' }],
    phrases: [],
  })
  expect(parsePlainQuery('break clause ').terms.at(-1)).toEqual({ stem: 'claus' })
  expect(parsePlainQuery('"break clause" rent ')).toEqual({
    terms: [{ stem: 'break' }, { stem: 'claus' }, { stem: 'rent' }],
    phrases: [['break', 'claus']],
  })
  expect(parsePlainQuery(' .,- ')).toEqual({ terms: [], phrases: [] })
})

test('a phrase matches adjacent words only', () => {
  const query = parsePlainQuery('"break clause"')
  expect(hasPhrases('The break clauses are short.', query)).toBe(true)
  expect(hasPhrases('A clause to break.', query)).toBe(false)
})

test('every word of a text finds it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      for (const { start, end } of plainWords(text)) {
        const query = parsePlainQuery(`${text.slice(start, end)} `)
        expect(findPlainWords(text, query).some((found) => found.start === start)).toBe(true)
      }
    }),
  )
})
