import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stem } from '@varve/engine/stem'
import { sqliteTerms } from './testing/porter-words.ts'
import { indexText, tokenize } from './tokenize.ts'

const RUNS = process.env['VARVE_TEST_SHARE'] === 'full' ? 500 : 60

test('splits Chinese, Japanese and Thai into words, in index and query', () => {
  expect(tokenize('机器学习的方法').map((token) => token.word)).toEqual(['机器', '学习', '的', '方法'])
  expect(sqliteTerms(indexText('机器学习的方法'))).toEqual(['机器', '学习', '的', '方法'])
  expect(tokenize('東京へ行く').map((token) => token.word)).toContain('東京')
  expect(tokenize('Vue的方法v3').map((token) => token.word)).toEqual(['vue', '的', '方法', 'v3'])
})

test('an emoji is a word in any colour, and so is a flag', () => {
  const words = (text: string) => tokenize(text).map((token) => token.word)
  expect(words('a🎉tag')).toEqual(['a', 'zqe127881', 'tag'])
  expect(words('👍🏽')).toEqual(words('👍'))
  expect(words('❤️')).toEqual(words('❤'))
  expect(words('🇫🇷')).toHaveLength(1)
  expect(words('👩‍👧')).not.toEqual(words('👩'))
  expect(words('© 2026 →')).toEqual(['2026'])
})

test('text without such scripts is indexed unchanged', () => {
  const text = 'Plain text, with ümläuts, Кириллица and 한국어.\r\n'
  expect(indexText(text)).toBe(text)
})

test('words and their positions equal SQLite’s', () => {
  const piece = fc.oneof(
    fc.stringMatching(/^[a-zA-Z0-9 _.,'"#/-]{0,20}$/),
    fc.constantFrom(
      'naïve',
      'ÀÉÎ',
      'Ångström',
      'привет',
      'Ёлка',
      'ά',
      '机器学习',
      'カタカナ',
      'e\u0301te\u0301',
      '\u0301a',
      ' ',
      '…',
      '🎉',
      '👍🏽',
      '❤️',
      '❤',
      '👩‍👧‍👦',
      '🇫🇷',
      '\u200d',
      '\ufe0f',
      '🏽',
      'ℹ',
      '™',
      '\ud83c',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      const tokens = tokenize(text)
      expect(tokens.map((token) => stem(token.word))).toEqual(sqliteTerms(indexText(text)))
      let last = 0
      for (const { start, end } of tokens) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        last = end
      }
      expect(last).toBeLessThanOrEqual(text.length)
    }),
    { numRuns: RUNS },
  )
})
