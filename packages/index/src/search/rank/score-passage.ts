import type { SourcePassage, SourceFile } from '../search-source.ts'
import type { Ranking } from './ranking.ts'
import type { TermMatch, TextMatches, TextReader } from './read-matches.ts'
import type { Concept } from './resolve-terms.ts'
import { stem, tokenize } from '@varve/workspace/notes'

export interface ScoredPassage {
  readonly passage: SourcePassage
  readonly matches: readonly TermMatch[]
  readonly score: number
  /** By concept. */
  readonly parts: ReadonlyMap<number, number>
}

export interface PassageScoring {
  readonly concepts: readonly Concept[]
  /** Stems of phrases that count for more, as places of concepts. */
  readonly phrases: readonly (readonly number[])[]
  readonly read: TextReader
  readonly ranking: Ranking
  readonly usualWords: number
}

/** BM25 over the passage and its file's name, plus how close together the query's words are. */
export function scorePassage(
  passage: SourcePassage,
  content: TextMatches,
  fields: FieldEvidence,
  scoring: PassageScoring,
): ScoredPassage {
  const { ranking, concepts } = scoring
  const norm = 1 - ranking.length + (ranking.length * content.words) / scoring.usualWords
  const evidence = new Map(fields)
  const add = (concept: number, amount: number): void => {
    evidence.set(concept, (evidence.get(concept) ?? 0) + amount)
  }
  for (const { concept, factor } of content.matches) add(concept, factor / norm)
  const headings = scoring.read(passage.headings.join('\n')).matches
  for (const concept of new Set(headings.map((match) => match.concept)))
    add(concept, ranking.fields.ownHeadings)
  const parts = scoreEvidence(evidence, concepts, ranking)
  let score = near(content.matches, concepts, ranking)
  for (const part of parts.values()) score += part
  for (const phrase of scoring.phrases)
    if (standsTogether(content.matches, phrase))
      score += ranking.phrase * phrase.reduce((sum, concept) => sum + (concepts[concept]?.worth ?? 0), 0)
  return { passage, matches: content.matches, score, parts }
}

/** The weight of each concept; repeats count less and less. */
export function scoreEvidence(
  evidence: FieldEvidence,
  concepts: readonly Concept[],
  { saturation }: Ranking,
): ReadonlyMap<number, number> {
  const parts = new Map<number, number>()
  for (const [concept, amount] of evidence)
    parts.set(concept, ((concepts[concept]?.worth ?? 0) * amount * (saturation + 1)) / (amount + saturation))
  return parts
}

/** For each two neighbours in the question, how near to each other they are at best. */
function near(matches: readonly TermMatch[], concepts: readonly Concept[], { proximity }: Ranking): number {
  const places = [...new Set(concepts.filter(({ isCore }) => isCore).map(({ place }) => place))]
  const orderOf = new Map(places.map((place, at) => [place, at]))
  const lastSeen = new Map<number, { readonly position: number; readonly worth: number }>()
  const best = new Map<number, number>()
  for (const { concept, position } of matches) {
    const { place = -1, worth = 0 } = concepts[concept] ?? {}
    const at = orderOf.get(place)
    if (at === undefined) continue
    for (const neighbour of [at - 1, at + 1]) {
      const seen = lastSeen.get(neighbour)
      if (seen === undefined || position - seen.position > proximity.window) continue
      const pair = Math.min(at, neighbour)
      const nearness = Math.min(worth, seen.worth) / Math.max(1, position - seen.position)
      best.set(pair, Math.max(best.get(pair) ?? 0, nearness))
    }
    lastSeen.set(at, { position, worth })
  }
  let score = 0
  for (const nearness of best.values()) score += proximity.weight * nearness
  return score
}

function standsTogether(matches: readonly TermMatch[], phrase: readonly number[]): boolean {
  if (phrase.length === 0) return false
  let matched = 0
  let expected = -1
  for (const { concept, position } of matches) {
    const goesOn = matched > 0 && position === expected && concept === phrase[matched]
    matched = goesOn ? matched + 1 : concept === phrase[0] ? 1 : 0
    if (matched === phrase.length) return true
    expected = position + 1
  }
  return false
}

/** Weighted occurrences by concept: what a file's own descriptions say, in units of occurrences in a passage. */
export type FieldEvidence = ReadonlyMap<number, number>

/** Usual lengths in words: a hit in a short title says more than one among many headings. */
const USUAL_WORDS = { title: 3, aliases: 3, headings: 30, tags: 3, path: 5 } as const
const LENGTH = 0.75
/** However short a field is, one hit counts at most this many times its weight. */
const MOST_GAIN = 2
const MOST_HEADINGS = 400

/** The score of a file whose title or alias is exactly the search. */
export function scoreName(
  { title, aliases }: SourceFile,
  concepts: readonly Concept[],
  { fields }: Ranking,
): number {
  // The word as typed ranks before its completions.
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
