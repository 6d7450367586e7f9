import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText } from '../testing/hostile-text.ts'
import { questionWords, splitWords } from './rank-passages.ts'

test.each([
  ['What did you say about the heron?', ['heron']],
  ['And why?', []],
  ['Yes, thanks a lot, please go on.', ['lot']],
  ['What may we have decided in May?', ['decid', 'mai']],
  ['Warum ist die Brücke nicht offen?', ['brücke', 'offen']],
  ['Pourquoi est-ce que le pont est fermé ?', ['pont', 'fermé']],
  ['¿Por qué no está abierto el puente?', ['abierto', 'puent']],
  ['When did my son die in the war?', ['son', 'die', 'war']],
  ['Hvorfor er broen lukket?', ['hvorfor', 'broen', 'lukket']],
])('[L4-5] what “%s” is about', (text, words) => {
  expect(questionWords(text)).toEqual(words)
})

describe('[L4-5] words of a search', () => {
  test.each([
    [
      'lower case, without what stands between them',
      '“Piers: 3 & 4”, re-built!',
      ['pier', '3', '4', 're', 'built'],
    ],
    [
      'common English endings go',
      'walks walked walking decision decisive',
      ['walk', 'walk', 'walk', 'decis', 'decis'],
    ],
    ['a word that only looks like one keeps its end', 'class sing red', ['class', 'sing', 'red']],
    ['one word for city and cities', 'story stories', ['stori', 'stori']],
    ['letters of other scripts', 'Мост мост Ünal Ärger', ['мост', 'мост', 'ünal', 'ärger']],
    ['pairs where a script has no blanks', '東京都 go', ['東京', '京都', 'go']],
    ['a single sign, and signs beside letters', '山 v2山道', ['山', 'v2', '山道']],
    ['pictures are no words', 'nice🎉work', ['nice', 'work']],
    ['none', ' —\n', []],
  ])('%s', (_, text, words) => {
    expect(splitWords(text)).toEqual(words)
  })

  test('composed and decomposed letters are the same', () => {
    expect(splitWords('caf\u00e9')).toEqual(splitWords('cafe\u0301'))
  })

  test('no word is empty, and what stands around a text adds none, whatever it holds', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.string({ unit: 'binary' })), (text) => {
        const words = splitWords(text)
        expect(words).not.toContain('')
        expect(splitWords(`(${text})\n`)).toEqual(words)
      }),
    )
  })
})
