import { stem } from '@varve/workspace/notes'
import { expect, test } from 'vitest'
import { wordForms } from './correct-word.ts'

const WORDS = [
  'caresses ponies ties caress cats feed agreed plastered bled motoring sing conflated troubled sized hopping tanned',
  'falling hissing fizzed failing filing happy sky relational conditional rational valenci hesitanci digitizer radicalli',
  'differentli vileli analogousli vietnamization predication operator feudalism decisiveness hopefulness callousness',
  'formaliti sensitiviti sensibiliti triplicate formative formalize electriciti electrical hopeful goodness revival',
  'allowance inference airliner gyroscopic adjustable defensible irritant replacement adjustment dependent adoption',
  'homologou communism activate angulariti homologous effective bowdlerize probate rate cease controll roll biology',
  'houses using yes say dying generalizations oscillators naïve über straße garçon repetition configuration notes',
]

test('finds words for a stem', () => {
  for (const word of WORDS.join(' ').split(' ')) {
    const term = stem(word)
    expect([...wordForms(term, { from: 0, to: 64 })].map(stem)).toContain(term)
  }
})
