import { describe, expect, test } from 'vitest'
import { LANGUAGES } from './area.ts'
import { compileAreas } from './compile-areas.ts'
import { detectAreas } from './detect-areas.ts'
import { parseAreaFile } from './parse-area-file.ts'
import { splitWords } from './split-words.ts'
import { TASK_FRAMES } from './task-frames.ts'

const PARSING = parseAreaFile(
  [
    '---',
    'terms:',
    '  en: { "employment contract": 5, "dismissal letter": 5 }',
    '  fr: { "contrat de travail": 5 }',
    '  es: { "contrato de trabajo": 5 }',
    '---',
    'Guidance.',
  ].join('\n'),
  { pack: 'test', id: 'employment' },
)
const COMPILED = compileAreas(PARSING.kind === 'area' ? [PARSING.area] : [])

function found(text: string): number {
  return detectAreas(COMPILED, text, { threshold: 0.5 }).areas.length
}

describe('a request that takes the matter as material only', () => {
  test.each([
    'Translate the employment contract of my wife',
    'Please, could you summarise this employment contract',
    'Hello. Put this employment contract into two columns',
    'Write a funny birthday poem on my employment contract',
    'Who wrote the song on the employment contract',
    'Traduis ce contrat de travail',
    'Peux-tu résumer ce contrat de travail',
    'Écris une petite chanson sur le contrat de travail',
    'Traduce el contrato de trabajo de mi mujer',
    '¿Me puedes resumir este contrato de trabajo?',
    'Escribe un poema sobre un contrato de trabajo',
  ])('nothing: %s', (text) => {
    expect(found(text)).toBe(0)
  })

  test.each([
    'Nobody wants to translate my employment contract',
    'Write a dismissal letter',
    'Write a dismissal letter. His birthday is in May',
    'Je dois signer un contrat de travail',
    'Tengo un contrato de trabajo y nadie lo traduce',
  ])('but not where it is no request, or none of that kind: %s', (text) => {
    expect(found(text)).toBe(1)
  })
})

test.each(LANGUAGES)('frames in %s are short phrases, each once in its list', (language) => {
  const { whole, pairs, scenes } = TASK_FRAMES[language]
  for (const list of [whole, scenes, ...pairs.flatMap(({ first, second }) => [first, second])]) {
    const cues = list.split('|').map((cue) => cue.trim())
    expect(new Set(cues).size).toBe(cues.length)
    for (const cue of cues) {
      const count = splitWords(cue).folded.length
      expect([cue, count > 0 && count <= 6]).toEqual([cue, true])
    }
  }
})
