import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordsOf } from './words-of.ts'

test.each([
  ['launch launches launched launching launcher'],
  ['price prices priced pricing'],
  ['block blocks blocked blocking blocker'],
  ['swim swims swimming swimmer swimmers'],
  ['story stories'],
  ['Café cafe CAFÉ cafe\u0301'],
  ["tide tide's tides tide’s"],
])('one word: %s', (forms) => {
  expect(new Set(wordsOf(forms))).toHaveProperty('size', 1)
})

test('numbers keep their form, without thousands separators', () => {
  expect(wordsOf('£2,500 on 1.12.2026 at 09:00, build 0.9.4, 15 %')).toEqual([
    '2500',
    'on',
    '1.12.2026',
    'at',
    '09:00',
    'build',
    '0.9.4',
    '15',
  ])
})

test('scripts without blanks are read in pairs', () => {
  expect(wordsOf('潮汐表です')).toEqual(['潮汐', '汐表', '表で', 'です'])
  expect(wordsOf('海')).toEqual(['海'])
  expect(wordsOf('Мы плывём на лодке')).toEqual(['мы', 'плывем', 'на', 'лодке'])
})

test('the fast path for ASCII agrees with the general one', () => {
  // A letter at the end forces the slow path and adds one word.
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 200 }), (text) => {
      expect(wordsOf(`${text} 海`)).toEqual([...wordsOf(text), '海'])
    }),
  )
})

test('a text has the words of its lines', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (lines) => {
      expect(wordsOf(lines.join('\n'))).toEqual(lines.flatMap((line) => wordsOf(line)))
    }),
  )
})
