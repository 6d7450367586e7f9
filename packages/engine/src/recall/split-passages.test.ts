import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitPassages } from './rank-passages.ts'

describe('[L4-5] passages of a message', () => {
  test.each([
    ['a short one stays whole', 'One line.', 40, ['One line.']],
    ['between paragraphs first', 'aaaa aaaa\nbbbb\n\ncccc cccc', 20, ['aaaa aaaa\nbbbb', 'cccc cccc']],
    ['then between lines', 'aaaa aaaa aaaa\ncccc cccc', 20, ['aaaa aaaa aaaa', 'cccc cccc']],
    ['then between sentences', 'Aaaa aaaa aaa. Cccc cccc.', 20, ['Aaaa aaaa aaa.', 'Cccc cccc.']],
    ['then between words', 'aaaa aaaa aaaa cccc', 12, ['aaaa aaaa', 'aaaa cccc']],
    ['a break near the start is no use', 'a\n\nbbbbbbbbbbbb cccc', 16, ['a\n\nbbbbbbbbbbbb', 'cccc']],
    ['a run is cut, a pair of halves is not', 'aaa🎉bbb', 4, ['aaa', '🎉bb', 'b']],
    ['nothing of nothing', ' \n ', 8, []],
  ])('%s', (_, text, maximum, passages) => {
    expect(splitPassages(text, maximum)).toEqual(passages)
  })

  test('nothing but blanks is lost, nothing is longer than asked for', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.integer({ min: 2, max: 60 }),
        (text, maximum) => {
          const passages = splitPassages(text, maximum)
          const bare = (value: string): string => value.replace(/\s+/g, '')
          expect(bare(passages.join(''))).toBe(bare(text))
          for (const passage of passages) expect(passage.length).toBeLessThanOrEqual(maximum)
        },
      ),
    )
  })
})
