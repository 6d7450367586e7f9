import { stem } from './stem.ts'

const ENDINGS = [
  '',
  'e',
  's',
  'y',
  'es',
  'ing',
  'ed',
  'ion',
  'al',
  'er',
  'ation',
  'ment',
  'ness',
  'ly',
  'ate',
  'ity',
]

/** A word whose stem this is: stems come from the vocabulary, and what is searched for is stemmed again. */
export function unstem(term: string): string | undefined {
  for (const ending of ENDINGS) if (stem(term + ending) === term) return term + ending
  const withoutLast = term.slice(0, -1)
  if (term.endsWith('i') && stem(`${withoutLast}y`) === term) return `${withoutLast}y`
  return undefined
}
