import { quoteTerm } from '../query/match-expression.ts'
import { ANYWHERE, type SearchSource } from '../search-source.ts'
import { stem } from '../stem.ts'
import { tokenize } from '../tokenize.ts'
import type { Correction } from './correct-word.ts'
import { editDistance } from './edit-distance.ts'

/** Passages that are read for it. */
const READ = 40
/** Endings that leave a word what it is: "tomato" is meant where only tomatoes are written. */
const INFLECTION = /(?:ies|ied|ing|es|ed|[eisy])$/

/**
 * The word most like what was typed that passages hold for a guess, in lower case; undefined where they hold only
 * others with the same stem, for nobody wrote what is near enough then: "inspiration" is no "insurance".
 */
export function writtenWord(
  source: SearchSource,
  typed: string,
  { word, term, distance }: Correction,
): string | undefined {
  const found = source.findPassages({ match: quoteTerm(word), limit: READ, filter: ANYWHERE })
  const distances = new Map<string, number>()
  for (const { text } of source.passages(found.map(({ passage }) => passage)))
    for (const token of tokenize(text)) {
      if (stem(token.word) !== term) continue
      const own = editDistance(typed, token.word, { most: typed.length, openEnd: false })
      if (own <= distance || withoutInflection(token.word) === withoutInflection(word))
        distances.set(text.slice(token.start, token.end).toLowerCase(), own)
    }
  const [nearest] = [...distances].toSorted((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
  return nearest?.[0]
}

function withoutInflection(word: string): string {
  return word.replace(INFLECTION, '')
}
