import { quoteTerm } from '../query/match-expression.ts'
import { ANYWHERE, type SearchSource } from '../search-source.ts'
import { stem } from '../stem.ts'
import { tokenize } from '../tokenize.ts'
import type { Correction } from './correct-word.ts'
import { editDistance } from './edit-distance.ts'

/** Passages that are read for it. */
const READ = 10

export interface WrittenWord {
  /** As it stands there, in lower case. */
  readonly written: string
  /** From what was typed. */
  readonly distance: number
  /** Every passage with this stem was read. */
  readonly isFromAll: boolean
}

/** Of the words with the stem of a correction that some passages hold, the one most like what was typed. */
export function writtenWord(
  source: SearchSource,
  typed: string,
  { word, term }: Correction,
): WrittenWord | undefined {
  const found = source.findPassages({ match: quoteTerm(word), limit: READ, filter: ANYWHERE })
  const isFromAll = found.length < READ
  const distances = new Map<string, number>()
  for (const { text } of source.passages(found.map(({ passage }) => passage)))
    for (const token of tokenize(text))
      if (stem(token.word) === term)
        distances.set(
          text.slice(token.start, token.end).toLowerCase(),
          editDistance(typed, token.word, { most: typed.length, openEnd: false }),
        )
  const [nearest] = [...distances].toSorted((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
  return nearest && { written: nearest[0], distance: nearest[1], isFromAll }
}
