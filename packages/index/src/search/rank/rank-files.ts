import type { SearchPlan } from '../query/search-plan.ts'
import type { SearchFilter, SearchSource, SourceFile, SourcePassage } from '../search-source.ts'
import { stem } from '@varve/workspace/notes'
import { findCandidates } from './find-candidates.ts'
import { RANKING, type Ranking } from './ranking.ts'
import { createTextReader, type TextReader } from './read-matches.ts'
import { type ResolvedTerms, resolveTerms, type Concept } from './resolve-terms.ts'
import {
  type FieldEvidence,
  scoreFields,
  scoreName,
  type PassageScoring,
  type ScoredPassage,
  scoreEvidence,
  scorePassage,
} from './score-passage.ts'
import { scoreLinks } from './score-links.ts'

export interface RankedFile {
  readonly file: SourceFile
  /** The passage that answers best; absent where the file was found by its name or by links to it. */
  readonly best?: SourcePassage
  readonly score: number
  /** How much of the question its best passage and its names hold, from 0 to 1. */
  readonly coverage: number
  /** It holds none of the words: only passages that hold them link to it. */
  readonly linked: boolean
}

export interface RankedFiles {
  readonly ranked: readonly RankedFile[]
  readonly terms: ResolvedTerms
  readonly read: TextReader
}

export interface RankOptions {
  readonly source: SearchSource
  readonly plan: SearchPlan
  readonly filter: SearchFilter
  readonly strict: boolean
  /** Of the question, where embeddings are on. */
  readonly vector?: Float32Array
  readonly ranking?: Ranking
}

/** Files for a plan, best first: by words in passages and names, by links, and by meaning where vectors are given. */
export function rankFiles(options: RankOptions): RankedFiles {
  const { source, plan, filter, strict, ranking = RANKING } = options
  const terms = resolveTerms(source, plan)
  const read = createTextReader(terms)
  const candidates = findCandidates({ source, plan, filter, terms, ranking, strict })
  const files = new Map(source.files(fileIds(candidates)).map((file) => [file.id, file]))
  const fields = new Map([...files].map(([id, file]) => [id, scoreFields(file, read, ranking)]))
  const scored = scorePassages(candidates.passages, fields, { plan, terms, read, ranking })
  const scores = new Map(
    candidates.files.map((id) => [
      id,
      sum(scoreEvidence(fields.get(id) ?? new Map(), terms.concepts, ranking).values()),
    ]),
  )
  const best = new Map<number, ScoredPassage>()
  for (const [id, entries] of Map.groupBy(scored, (entry) => entry.passage.file)) {
    const [first, ...others] = entries.toSorted(byScore)
    if (!first) continue
    best.set(id, first)
    scores.set(id, first.score + ranking.spread * addedBy(others, first))
  }
  for (const [id, file] of files)
    scores.set(id, (scores.get(id) ?? 0) + scoreName(file, terms.concepts, ranking))
  // A quoted phrase is a condition that a link cannot meet for its target, also where only its words are found.
  const linked =
    plan.isQuestion || plan.phrases.length === 0
      ? addLinks(options, { scores, files, fields, scored, terms, read, ranking })
      : new Set<number>()
  const fused =
    options.vector && !hasConditions(plan)
      ? fuseVectors({
          source,
          vector: options.vector,
          filter,
          scores,
          best,
          files,
          concepts: terms.concepts,
          ranking,
        })
      : undefined
  const ranked: RankedFile[] = []
  for (const [id, score] of fused?.scores ?? scores) {
    const file = files.get(id)
    const passage = fused?.passages.get(id) ?? best.get(id)?.passage
    if (!file || score <= 0) continue
    const coverage = coverageOf(best.get(id)?.parts.keys() ?? fields.get(id)?.keys() ?? [], terms.concepts)
    const isLinked = linked.has(id) && !passage
    ranked.push({ file, score, coverage, linked: isLinked, ...(passage ? { best: passage } : {}) })
  }
  return { ranked: ranked.toSorted(byRank), terms, read }
}

/** A likely typo may have been another word. */
const GUESSED = 0.5

/** The share of the question's weight that was matched. A word as typed and its completions count as one. */
function coverageOf(found: Iterable<number>, concepts: readonly Concept[]): number {
  const held = new Set(found)
  const asked = new Map<number, number>()
  const covered = new Map<number, number>()
  for (const [concept, { isCore, isGuess, place, worth }] of concepts.entries()) {
    if (!isCore) continue
    asked.set(place, Math.max(asked.get(place) ?? 0, worth))
    const part = isGuess ? worth * GUESSED : worth
    if (held.has(concept)) covered.set(place, Math.max(covered.get(place) ?? 0, part))
  }
  const all = sum(asked.values())
  return all === 0 ? 0 : sum(covered.values()) / all
}

/** Required and excluded words are more specific than similarity, and similar passages may not meet them. */
function hasConditions({ phrases, without, isQuestion }: SearchPlan): boolean {
  return without.length > 0 || (!isQuestion && phrases.length > 0)
}

function fileIds(candidates: ReturnType<typeof findCandidates>): readonly number[] {
  return [...new Set([...candidates.files, ...candidates.passages.map((passage) => passage.file)])]
}

interface Weighing {
  readonly plan: SearchPlan
  readonly terms: ResolvedTerms
  readonly read: TextReader
  readonly ranking: Ranking
}

function scorePassages(
  passages: readonly SourcePassage[],
  fields: ReadonlyMap<number, FieldEvidence>,
  { plan, terms, read, ranking }: Weighing,
): readonly ScoredPassage[] {
  const contents = passages.map((passage) => read(passage.text))
  const words = sum(contents.map((content) => content.words))
  const scoring: PassageScoring = {
    concepts: terms.concepts,
    phrases: plan.phrases
      .filter((phrase) => phrase.length > 1)
      .map((phrase) => phrase.map((word) => terms.forms.get(stem(word))?.concept ?? -1)),
    read,
    ranking,
    usualWords: Math.max(1, words / Math.max(1, passages.length)),
  }
  return passages.flatMap((passage, at) => {
    const content = contents[at]
    return content ? [scorePassage(passage, content, fields.get(passage.file) ?? new Map(), scoring)] : []
  })
}

/** The words that other passages of a file add to its best one. */
function addedBy(others: readonly ScoredPassage[], first: ScoredPassage): number {
  const most = new Map(first.parts)
  for (const { parts } of others)
    for (const [concept, part] of parts) if (part > (most.get(concept) ?? 0)) most.set(concept, part)
  return sum(most.values()) - sum(first.parts.values())
}

interface Scores {
  readonly scores: Map<number, number>
  readonly files: Map<number, SourceFile>
  readonly fields: Map<number, FieldEvidence>
  readonly scored: readonly ScoredPassage[]
  readonly terms: ResolvedTerms
  readonly read: TextReader
  readonly ranking: Ranking
}

/**
 * Adds what links say, also about files that hold none of the words, where those pass the filter. Gives those of them
 * that are not even called by one of the words.
 */
function addLinks({ source, filter, plan }: RankOptions, state: Scores): ReadonlySet<number> {
  const { scores, files, fields, scored, terms, read, ranking } = state
  const votes = [...scoreLinks(source, scored, terms.concepts, ranking)].toSorted(
    (a, b) => b[1] - a[1] || a[0] - b[0],
  )
  const unknown = votes
    .filter(([id]) => !scores.has(id))
    .slice(0, ranking.candidates.targets)
    .map(([id]) => id)
  const allowed =
    plan.without.length > 0 || unknown.length === 0
      ? []
      : source.listFiles({ ...filter, within: within(unknown, filter) }, unknown.length)
  for (const file of source.files(allowed)) {
    files.set(file.id, file)
    fields.set(file.id, scoreFields(file, read, ranking))
    scores.set(
      file.id,
      sum(scoreEvidence(fields.get(file.id) ?? new Map(), terms.concepts, ranking).values()),
    )
  }
  const linked = new Set(allowed.filter((id) => scores.get(id) === 0))
  for (const [id, vote] of votes) {
    const score = scores.get(id)
    if (score !== undefined) scores.set(id, score + vote)
  }
  return linked
}

function within(ids: readonly number[], filter: SearchFilter): readonly number[] {
  if (filter.within === undefined) return ids
  const allowed = new Set(filter.within)
  return ids.filter((id) => allowed.has(id))
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

function byScore(a: ScoredPassage, b: ScoredPassage): number {
  return b.score - a.score || a.passage.id - b.passage.id
}

/** The newer of two equals first, then by path: the same index gives the same order. */
function byRank(a: RankedFile, b: RankedFile): number {
  return b.score - a.score || b.file.modified - a.file.modified || (a.file.path < b.file.path ? -1 : 1)
}

interface FusionInput {
  readonly source: SearchSource
  readonly vector: Float32Array
  readonly filter: SearchFilter
  /** By file. */
  readonly scores: ReadonlyMap<number, number>
  readonly best: ReadonlyMap<number, ScoredPassage>
  /** Files that are found by meaning alone are added. */
  readonly files: Map<number, SourceFile>
  readonly concepts: readonly Concept[]
  readonly ranking: Ranking
}

/** A question of more words means something, whether they are known or not. */
const FEW_WORDS = 2

interface FusedScores {
  readonly scores: ReadonlyMap<number, number>
  /** The passage to show for files that were found by meaning. */
  readonly passages: ReadonlyMap<number, SourcePassage>
}

/** Text scores against the best of them, plus the cosine of the nearest passage: those found by words, and the nearest of all. */
function fuseVectors(input: FusionInput): FusedScores | undefined {
  const { source, vector, filter, scores, best, files, concepts, ranking } = input
  if (!source.vectors) return undefined
  const least = isUnknown(concepts) ? ranking.leastCosine.unknown : ranking.leastCosine.usual
  const nearest = source.vectors.nearest(vector, ranking.candidates.passages, filter)
  const passageOf = new Map([...best].map(([file, entry]) => [file, entry.passage.id]))
  const known = source.vectors.cosines(vector, [...passageOf.values()])
  const cosines = new Map<number, number>()
  for (const [file, passage] of passageOf) cosines.set(file, known.get(passage) ?? 0)
  const nearestOf = new Map<number, number>()
  for (const { file, passage, cosine } of nearest) {
    if (cosine >= least && !nearestOf.has(file)) nearestOf.set(file, passage)
    cosines.set(file, Math.max(cosines.get(file) ?? 0, cosine))
  }
  const missing = [...nearestOf.keys()].filter((file) => !files.has(file))
  for (const file of source.files(missing)) files.set(file.id, file)
  const top = Math.max(0, ...scores.values()) || 1
  const fused = new Map<number, number>()
  for (const file of new Set([...scores.keys(), ...nearestOf.keys()]))
    fused.set(file, (scores.get(file) ?? 0) / top + ranking.vectors * Math.max(0, cosines.get(file) ?? 0))
  const onlyNear = [...nearestOf].filter(([file]) => !best.has(file))
  const passages = new Map(
    source.passages(onlyNear.map(([, passage]) => passage)).map((passage) => [passage.file, passage]),
  )
  return { scores: fused, passages }
}

/** A word that no passage holds may be none at all, and what a model makes of such words is near to many texts. */
function isUnknown(concepts: readonly Concept[]): boolean {
  const core = concepts.filter(({ isCore }) => isCore)
  return core.length <= FEW_WORDS && core.every(({ documents }) => documents === 0)
}
