import { describe, expect, test } from 'vitest'
import { collectSpellings, correctSpelling } from './spellings.ts'

const SPELLINGS = collectSpellings([
  new Map(
    ['landlord', 'contract', 'asylum', 'interview', 'lease'].map((word) => [
      word,
      { words: [word], weight: 4 },
    ]),
  ),
  new Map([['weather', { words: ['weather'], weight: 2 }]]),
])

describe('a misspelt term is known', () => {
  test.each([
    ['landlrd', 'landlord'],
    ['landloord', undefined],
    ['asylm', 'asylum'],
    ['interveiw', 'interview'],
    ['contrcat', 'contract'],
  ])('%s', (word, expected) => {
    expect(correctSpelling(SPELLINGS, word)).toBe(expected)
  })

  test.each(['contrast', 'sandlord', 'weathr', 'leese', 'a', ''])('but %s is another word', (word) => {
    expect(correctSpelling(SPELLINGS, word)).toBeUndefined()
  })
})
