import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText } from '../../render/hostile-text.ts'
import { splitWords } from './recall-turns.ts'

describe('[L4-5] words of a search', () => {
  test.each([
    [
      'lower case, without what stands between them',
      '“Piers: 3 & 4”, re-built!',
      ['pier', '3', '4', 're', 'built'],
    ],
    [
      'common English endings go',
      'walks walked walking likes liking',
      ['walk', 'walk', 'walk', 'lik', 'lik'],
    ],
    [
      'a word that only looks like one keeps its end',
      'class sing red bus his',
      ['class', 'sing', 'red', 'bus', 'his'],
    ],
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
