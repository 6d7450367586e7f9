import { anyOf, butNot, quotePhrase, type SearchPlan } from '../query/search-plan.ts'
import type { FoundPassage, SearchFilter, SearchSource, SourcePassage } from '../search-source.ts'
import type { Ranking } from './ranking.ts'
import type { Concept, ResolvedTerms } from './resolve-terms.ts'

/** Candidates, before they are scored. */
export interface Candidates {
  readonly passages: readonly SourcePassage[]
  /** Files found by what they are called; their passages may or may not be among those found. */
  readonly files: readonly number[]
}

export interface CandidateSearch {
  readonly source: SearchSource
  readonly plan: SearchPlan
  readonly filter: SearchFilter
  readonly terms: ResolvedTerms
  readonly ranking: Ranking
  /** Quoted phrases must match. */
  readonly strict: boolean
}

/** Passages that SQLite weighs for one search; each costs most of a microsecond. */
const MOST_WEIGHED = 50_000
/** Words of the conversation that take part in finding; all take part in weighing. */
const MOST_CONTEXT = 30

/** The best by plain text search: for the question alone, and for the question within its conversation. */
export function findCandidates(given: CandidateSearch): Candidates {
  const search = { ...given, filter: withPhrases(given) }
  const { source, plan, filter, ranking } = search
  const { own, withContext } = matchesOf(search)
  const without = filesWith(source, plan.without, filter)
  const found = new Set<number>()
  for (const { match, share } of own.match === withContext.match ? [own] : [own, withContext])
    if (match !== '')
      for (const { passage, file } of findPassages(search, { match, share }))
        if (!without.has(file)) found.add(passage)
  const weights = [
    ranking.fields.title,
    ranking.fields.aliases,
    ranking.fields.headings,
    ranking.fields.tags,
    ranking.fields.path,
  ]
  const files =
    own.match === ''
      ? []
      : source.findFiles({ match: own.match, limit: ranking.candidates.files, filter, weights })
  return { passages: source.passages([...found]), files: files.filter((file) => !without.has(file)) }
}

/** The best passages; where a few long files took all the places, the best one of every other file as well. */
function findPassages(
  { source, plan, filter, ranking }: CandidateSearch,
  match: Match,
): readonly FoundPassage[] {
  const query = { ...match, limit: ranking.candidates.passages, filter }
  const found = source.findPassages(query)
  const isCutOff = found.length === query.limit
  if (!isCutOff || new Set(found.map(({ file }) => file)).size >= plan.limit) return found
  return [...found, ...source.findPassages({ ...query, onePerFile: true })]
}

/** Each of several phrases may be in another passage of a file, or in what it is called: only files with all of them. */
function withPhrases({ source, plan: { phrases }, filter, strict }: CandidateSearch): SearchFilter {
  if (!strict || phrases.length < 2) return filter
  return phrases.reduce(
    (narrowed, words) => ({ ...narrowed, within: [...filesWith(source, [words], narrowed)] }),
    filter,
  )
}

interface Match {
  readonly match: string
  readonly share: number
}

function matchesOf({ plan, terms, strict }: CandidateSearch): {
  readonly own: Match
  readonly withContext: Match
} {
  if (strict && plan.phrases.length > 0) {
    const phrases = anyOf(plan.phrases.map(quotePhrase))
    const match = { match: butNot(phrases, plan.without), share: 1 }
    return { own: match, withContext: match }
  }
  const own = terms.concepts.filter((concept) => !concept.isContext)
  const core = own.filter((concept) => concept.isCore)
  const asked = core.length > 0 ? core : own
  const context = terms.concepts
    .filter((concept) => concept.isContext)
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, MOST_CONTEXT)
  return { own: matchOf(asked, plan), withContext: matchOf([...asked, ...context], plan) }
}

/** If even the rarest word is in nearly every passage, passages hardly differ: only some are scored. */
function matchOf(concepts: readonly Concept[], { without }: SearchPlan): Match {
  const kept = telling(concepts)
  const documents = kept.reduce((sum, concept) => sum + concept.documents, 0)
  return {
    match: butNot(anyOf(kept.flatMap((concept) => concept.match)), without),
    share: Math.min(1, MOST_WEIGHED / Math.max(1, documents)),
  }
}

/**
 * In a large workspace, only the rarest words: a common word finds nothing that a rarer one doesn't find
 * better. It still counts when scoring.
 */
function telling(concepts: readonly Concept[]): readonly Concept[] {
  const kept: Concept[] = []
  let weighed = 0
  for (const concept of concepts.toSorted((a, b) => a.documents - b.documents)) {
    if (kept.some((known) => known.documents > 0) && weighed + concept.documents > MOST_WEIGHED) break
    weighed += concept.documents
    kept.push(concept)
  }
  return kept
}

/** Files that hold one of these words or phrases, in whichever passage or in what they are called. */
export function filesWith(
  source: SearchSource,
  phrases: readonly (readonly string[])[],
  filter: SearchFilter,
): ReadonlySet<number> {
  if (phrases.length === 0) return new Set()
  const match = anyOf(phrases.map(quotePhrase))
  const limit = source.totals().passages
  return new Set([
    ...source.findPassages({ match, limit, filter }).map((found) => found.file),
    ...source.findFiles({ match, limit, filter, weights: [1, 1, 1, 1, 1] }),
  ])
}
