import { describe, expect, test } from 'vitest'
import { compileAreas } from './compile-areas.ts'
import { findMatches } from './find-matches.ts'
import { guessLanguage } from './guess-language.ts'
import { parseAreaFile } from './parse-area-file.ts'
import { splitWords } from './split-words.ts'

const PARSING = parseAreaFile(
  '---\nterms: { en: { "hurt in a museum": 5, contract: 4, "red card": 4 } }\n---\nGuidance.',
  { pack: 'test', id: 'area' },
)
const COMPILED = compileAreas(PARSING.kind === 'area' ? [PARSING.area] : [])

function find(text: string) {
  const words = splitWords(text)
  return findMatches(COMPILED, { text, words, guess: guessLanguage(COMPILED.languageTable, words, text) })
}

describe('cues', () => {
  test('count less if they are terms themselves', () => {
    const { matter: alone } = find('It is a contract')
    const { matter: beside } = find('He refuses')
    expect(alone).toBeGreaterThan(0)
    expect(alone).toBeLessThan(beside)
  })

  test('count once each', () => {
    expect(find('a museum, a museum').idle).toBe(find('a museum').idle)
  })
})
