import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Area } from './area.ts'
import { compileAreas } from './compile-areas.ts'
import { detectAreas } from './detect-areas.ts'
import { parseAreaFile } from './parse-area-file.ts'

const AREAS: readonly Area[] = [
  area('family', [
    'name: { en: Family law, fr: Droit de la famille, es: Derecho de familia }',
    'terms:',
    '  en: { divorce: 5, custody: 4, "custody of * kids": 5, "child support": 5, spouse: 2 }',
    '  fr: { divorce: 5, "pension alimentaire": 5 }',
    '  es: { divorcio: 5, divorciar: 5, custodia: 4 }',
    'negatives: { en: ["custody of the branch"] }',
  ]),
  area('contract', [
    'terms: { en: { agreement: 3, contract: 4, breach: 3 }, fr: { contrat: 4 }, es: { contrato: 4 } }',
  ]),
  area('employment', ['terms: { en: { "employment contract": 5, fired: 4 }, fr: { virer: 4, patron: 3 } }']),
  area('housing', ['terms: { en: { landlord: 5, "kept my deposit": 5, case: 1 } }']),
  area('estates', ['terms: { en: { "my will": 5, probate: 5, will: 1 } }']),
  area('bees', ['name: Bees', 'terms: { hive: 5, wax: 2 }']),
  area('immigration', [
    'terms:',
    '  en: { ICE: 5, "green card": 5, overstay: 5 }',
    '  fr: { OQTF: 5, LOI: 4 }',
    '  es: { ESTA: 5, visado: 5 }',
  ]),
  area('marketing', ['terms: { en: { likes: 5, followers: 4 } }']),
]
const COMPILED = compileAreas(AREAS)

function area(id: string, lines: readonly string[]): Area {
  const parsing = parseAreaFile(`---\n${lines.join('\n')}\n---\nGuidance of ${id}.`, { pack: 'test', id })
  if (parsing.kind === 'invalid') throw new Error(JSON.stringify(parsing.errors))
  return parsing.area
}

function ids(text: string): readonly string[] {
  return detectAreas(COMPILED, text).areas.map(({ id }) => id)
}

describe('words', () => {
  test('report which words decided, with their places', () => {
    const text = 'Hello. I want a DIVORCE and custody of my kids'
    const [first] = detectAreas(COMPILED, text).areas
    expect(first).toMatchObject({ pack: 'test', id: 'family', name: 'Family law' })
    expect(first?.words.map(({ text: word }) => word)).toEqual(['DIVORCE', 'custody of my kids'])
    for (const { start, end, text: word } of first?.words ?? []) expect(text.slice(start, end)).toBe(word)
  })

  test.each([
    ['divorces', ['family']],
    ['divorcing', ['family']],
    ['divorcement', []],
    ['predivorce', []],
    ['Quiero divorciarme', ['family']],
    ['Mon patron m’a viré', ['employment']],
    ['my landlord kept the whole thing', ['housing']],
    ['they kept the deposit', ['housing']],
    ['They kept it. My deposit is gone', []],
    ['what will you do today?', []],
    ['I wrote my will', ['estates']],
    ['the hives are full of bees', ['bees']],
  ])('%s', (text, expected) => {
    expect(ids(text)).toEqual(expected)
  })

  test('a word is matched in the language of the text', () => {
    const { areas, language } = detectAreas(COMPILED, 'Je veux un divorce et la pension alimentaire')
    expect([areas[0]?.name, language]).toEqual(['Droit de la famille', 'fr'])
  })
})

describe('forms of words', () => {
  test.each([
    ['We were stopped by ICE at the border', ['immigration']],
    ['We were stopped by ice at the border', []],
    ['Mi prima entró con ESTA y no volvió', ['immigration']],
    ['Mi prima está en la playa y no volvió', []],
    ['que faire contre une oqtf', ['immigration']],
  ])('an acronym that is also a word counts in capitals only: %s', (text, expected) => {
    expect(ids(text)).toEqual(expected)
  })

  test('a term does not count in a form that is an everyday word', () => {
    expect(ids('we want more likes on our page')).toEqual(['marketing'])
    expect(ids('we would like more of our page')).toEqual([])
  })
})

describe('suppressed words', () => {
  test('a negative term covers only its own area', () => {
    expect(ids('who has custody of the branch')).toEqual([])
    expect(ids('custody of the branch and custody of my kids')).toEqual(['family'])
  })

  test('a word inside a longer phrase of another area counts less', () => {
    const [first, second] = detectAreas(COMPILED, 'a question on my employment contract').areas
    expect(first?.id).toBe('employment')
    expect(second?.confidence ?? 0).toBeLessThan(first?.confidence ?? 0)
  })

  test.each([
    'this is not about my divorce',
    "It isn't about the divorce",
    'It has nothing to do with the divorce',
    "Ce n'est pas un divorce",
    "Il ne s'agit pas de mon divorce",
    'No se trata de mi divorcio',
    'Esto no tiene nada que ver con el divorcio',
    'This is not a divorce matter',
    "We don't need a divorce",
    'Pas besoin de divorce',
    'No es tema de divorcio',
    'I am not considering a divorce',
    "I'm not thinking about a divorce",
  ])('denied: %s', (text) => {
    expect(ids(text)).toEqual([])
  })

  test.each([
    ['This is not about my divorce but about my landlord', ['housing']],
    ['It is not about my landlord, I want a divorce', ['family']],
    ['My spouse does not want a divorce', ['family']],
  ])('a denial reaches no further: %s', (text, expected) => {
    expect(ids(text)).toEqual(expected)
  })
})

describe('confidence', () => {
  const best = (text: string) => detectAreas(COMPILED, text, { threshold: 0 }).areas[0]?.confidence ?? 0

  test('rises with weight and further terms, and less with repetition', () => {
    expect(best('the agreement is here')).toBeLessThan(best('the contract is here'))
    expect(best('the contract is here')).toBeLessThan(best('a breach of the contract is here'))
    const once = best('my contract and more')
    const twice = best('my contract, contract and')
    expect(twice).toBeGreaterThan(once)
    expect(twice).toBeLessThan(best('my contract, breach and'))
  })

  test('the same words in a longer text count less', () => {
    const filler = 'and then we walked along the river for a while '.repeat(60)
    expect(best(`${filler} contract`)).toBeLessThan(best('we have this contract'))
  })

  test('is between 0 and 1 for any text, and orders the areas', () => {
    const word = fc.constantFrom(
      'divorce',
      'contract',
      'landlord',
      'my will',
      'not about',
      'the',
      'hive',
      '.',
      'ñ',
      '👩‍⚖️',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 40 }), (words) => {
        const confidences = detectAreas(COMPILED, words.join(' '), { threshold: 0 }).areas.map(
          (one) => one.confidence,
        )
        expect(confidences.every((one) => one >= 0 && one <= 1)).toBe(true)
        expect(confidences).toEqual(confidences.toSorted((a, b) => b - a))
      }),
    )
  })
})

test('options: language, limit and threshold', () => {
  const text = 'divorce, landlord, contract, hive'
  expect(detectAreas(COMPILED, text, { limit: 2 }).areas).toHaveLength(2)
  expect(detectAreas(COMPILED, text, { threshold: 1.1 }).areas).toEqual([])
  expect(detectAreas(COMPILED, 'custody', { language: 'es' })).toEqual({ areas: [], language: 'es' })
})

test('handles a long text with a term in every word', () => {
  expect(ids('divorce contract '.repeat(20_000)).toSorted()).toEqual(['contract', 'family'])
})
