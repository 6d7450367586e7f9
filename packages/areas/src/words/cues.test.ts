import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../area.ts'
import { splitWords } from '../split-words.ts'
import { IDLE_CUES, MATTER_CUES } from './cues.ts'

describe.each(LANGUAGES)('cues in %s', (language) => {
  test('are many short phrases, each once', () => {
    for (const cues of [MATTER_CUES[language], IDLE_CUES[language]]) {
      expect(cues.length).toBeGreaterThan(50)
      expect(new Set(cues).size).toBe(cues.length)
      for (const cue of cues) expect(splitWords(cue).folded.length, cue).toBeLessThanOrEqual(8)
    }
  })

  test('belong to one area each', () => {
    expect(MATTER_CUES[language].filter((cue) => IDLE_CUES[language].includes(cue))).toEqual([])
  })
})
