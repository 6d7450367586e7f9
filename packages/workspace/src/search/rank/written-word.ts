import { quoteTerm } from '../query/match-expression.ts'
import { ANYWHERE, type SearchSource } from '../search-source.ts'
import { stem } from '../stem.ts'
import { tokenize } from '../tokenize.ts'
import { type Correction, mostMistakes } from './correct-word.ts'
import { editDistance } from './edit-distance.ts'

/** Passages that are read for it. */
const READ = 40
/** What may follow a guess that is meant: "tomato" where only tomatoes are written. */
const INFLECTION = /^(?:s|es|d|ed|ing)?$/

/**
 * The word most like what was typed that passages hold for a guess, in lower case; undefined where they hold only
 * others with the same stem, for nobody wrote what is near enough then: "inspiration" is no "insurance".
 */
export function writtenWord(
  source: SearchSource,
  typed: string,
  { word, term }: Correction,
): string | undefined {
  const found = source.findPassages({ match: quoteTerm(word), limit: READ, filter: ANYWHERE })
  const most = mostMistakes(typed)
  const distances = new Map<string, number>()
  for (const { text } of source.passages(found.map(({ passage }) => passage)))
    for (const token of tokenize(text)) {
      // No ending changes the first two letters.
      if (!token.word.startsWith(term.slice(0, 2)) || stem(token.word) !== term) continue
      const distance = editDistance(typed, token.word, { most: typed.length, openEnd: false })
      if (distance <= most || isInflected(token.word, word))
        distances.set(text.slice(token.start, token.end).toLowerCase(), distance)
    }
  const [nearest] = [...distances].toSorted((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
  return nearest?.[0]
}

function isInflected(written: string, word: string): boolean {
  return written.startsWith(word) && INFLECTION.test(written.slice(word.length))
}
