import type { SourceFile } from '../search-source.ts'
import { stem } from '@varve/workspace/notes'
import { tokenize } from '@varve/workspace/notes'
import type { Ranking } from './ranking.ts'
import type { TextReader } from './read-matches.ts'
import type { Concept } from './resolve-terms.ts'

/** Weighted occurrences by concept: what a file's own descriptions say, in units of occurrences in a passage. */
export type FieldEvidence = ReadonlyMap<number, number>

/** Usual lengths in words: a hit in a short title says more than one among many headings. */
const USUAL_WORDS = { title: 3, aliases: 3, headings: 30, tags: 3, path: 5 } as const
const LENGTH = 0.75
/** However short a field is, one hit counts at most this many times its weight. */
const MOST_GAIN = 2
const MOST_HEADINGS = 400

/** What a file is worth for being called just what is sought, by its title or an alias. */
export function scoreName(
  { title, aliases }: SourceFile,
  concepts: readonly Concept[],
  { fields }: Ranking,
): number {
  // The word as typed stands before what it may go on to.
  const sought = concepts.filter(
    ({ isContext, place }, at) => !isContext && concepts[at - 1]?.place !== place,
  )
  const name = sought.map(({ term }) => term.stem).join(' ')
  if (name === '' || ![title, ...aliases].some((text) => stemsOf(text) === name)) return 0
  return fields.named * sought.reduce((sum, { worth }) => sum + worth, 0)
}

/** Each once, as a question holds them. */
function stemsOf(text: string): string {
  return [...new Set(tokenize(text).map(({ word }) => stem(word)))].join(' ')
}

export function scoreFields(file: SourceFile, read: TextReader, { fields }: Ranking): FieldEvidence {
  const evidence = new Map<number, number>()
  const add = (text: string, weight: number, usual: number): void => {
    if (text === '') return
    const { words, matches } = read(text)
    const gain = Math.min(MOST_GAIN, 1 / (1 - LENGTH + (LENGTH * words) / usual))
    for (const { concept, factor } of matches)
      evidence.set(concept, (evidence.get(concept) ?? 0) + weight * factor * gain)
  }
  add(file.title, fields.title, USUAL_WORDS.title)
  add(file.aliases.join('\n'), fields.aliases, USUAL_WORDS.aliases)
  add(file.headings.slice(0, MOST_HEADINGS).join('\n'), fields.headings, USUAL_WORDS.headings)
  add(file.tags.join('\n'), fields.tags, USUAL_WORDS.tags)
  add(file.path, fields.path, USUAL_WORDS.path)
  return evidence
}
