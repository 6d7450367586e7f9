import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stem } from '@varve/engine/stem'
import { sqliteTerms } from './testing/porter-words.ts'

const RUNS = process.env['VARVE_TEST_SHARE'] === 'full' ? 500 : 60

const WORDS = [
  'caresses ponies ties caress cats feed agreed plastered bled motoring sing conflated troubled sized hopping tanned',
  'falling hissing fizzed failing filing happy sky relational conditional rational valenci hesitanci digitizer radicalli',
  'differentli vileli analogousli vietnamization predication operator feudalism decisiveness hopefulness callousness',
  'formaliti sensitiviti sensibiliti triplicate formative formalize electriciti electrical hopeful goodness revival',
  'allowance inference airliner gyroscopic adjustable defensible irritant replacement adjustment dependent adoption',
  'homologou communism activate angulariti homologous effective bowdlerize probate rate cease controll roll biology',
  'houses using yes say dying generalizations oscillators naïve über straße garçon repetition configuration notes',
]

test('stems equal SQLite’s, so that ranking and marking agree with matching', () => {
  for (const line of WORDS) expect(line.split(' ').map(stem).map(foldAccents)).toEqual(sqliteTerms(line))
})

test('stems of invented words equal SQLite’s', () => {
  const endings = [
    '',
    's',
    'es',
    'ed',
    'ing',
    'ation',
    'ational',
    'iveness',
    'y',
    'e',
    'll',
    'ement',
    'ion',
    'izer',
  ]
  const word = fc
    .tuple(fc.stringMatching(/^[aeioubcdlmnrstwxyzßøяℹ]{1,9}$/), fc.constantFrom(...endings))
    .map(([start, ending]) => start + ending)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), (words) => {
      expect(words.map(stem)).toEqual(sqliteTerms(words.join(' ')))
    }),
    { numRuns: RUNS },
  )
})

function foldAccents(word: string): string {
  return word.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '')
}
