import type { ContextDocument } from './context-document.ts'
import { type CountedPassage, countFacets } from './count-facets.ts'
import { formFactor } from './form-factor.ts'
import type { IndexedPassage } from './index-passages.ts'
import type { QuestionCues } from './question-cues.ts'
import type { QuestionTerms } from './question-terms.ts'
import type { Passage } from './split-passages.ts'

interface ScoredPassage {
  readonly passage: Passage
  /** What each facet of the question adds to the score. */
  readonly byFacet: readonly number[]
}

const SATURATION = 1.2
const LENGTH_WEIGHT = 0.3
/** Shorter passages are not better for being short. */
const SHORTEST = 30
const ATTACHED_NOW = 1.3
const SUPERSEDED = 0.2
/** A passage that speaks of one part of the question only keeps this much and gains with the rest. */
const ONE_SIDED = 0.3
const MOST_PASSAGES = 4
/** Passages that add less than this share of what the best one says are noise beside it. */
const LOWEST_SHARE = 0.45
/** At least this share of what the question asks for must be found at all. */
const LOWEST_COVERAGE = 0.34
/** What a quoted passage has already answered counts this much for the next one. */
const ANSWERED = 0.6

/** The passages that fit the question best, best first: none when the context does not speak of it. */
export function rankPassages(passages: readonly IndexedPassage[], terms: QuestionTerms): Passage[] {
  const counted = countFacets(passages, terms)
  const rarity = terms.facets.map((facet, index) => facet.weight * rarityOf(counted, index))
  const words = counted.reduce((sum, each) => sum + Math.max(SHORTEST, each.length), 0)
  const scale = { rarity, average: words / Math.max(1, counted.length), cues: terms.cues }
  const outdated = new Set(
    counted
      .map(({ passage }) => passage)
      .filter(isSuperseded)
      .map(({ document }) => document),
  )
  const chosen = chooseDiverse(counted.map((each) => score(each, { ...scale, outdated })))
  const coverage = shareOf(
    terms.facets.map((facet) => facet.weight),
    (facet) => chosen.some((each) => (each.byFacet[facet] ?? 0) > 0),
  )
  return coverage < LOWEST_COVERAGE ? [] : chosen.map(({ passage }) => passage)
}

/** Rare words decide; one that no passage has weighs as much as the rarest, so that its absence is felt. */
function rarityOf(counted: readonly CountedPassage[], facet: number): number {
  const holders = Math.max(1, counted.filter((each) => (each.counts[facet] ?? 0) > 0).length)
  return Math.log(1 + (counted.length - holders + 0.5) / (holders + 0.5))
}

/** Front matter says when a note no longer holds. */
function isSuperseded(passage: Passage): boolean {
  const STATUS = /^status:\s*["']?(?:superseded|deprecated|obsolete|archived|replaced|rejected)\b/i
  return passage.kind === 'front-matter' && passage.lines.some((line) => STATUS.test(line))
}

interface Scale {
  readonly rarity: readonly number[]
  readonly average: number
  readonly cues: QuestionCues
  readonly outdated: ReadonlySet<ContextDocument>
}

/** BM25 by facet, weighted by form, by what is attached now and by what still holds. */
function score({ passage, counts, length }: CountedPassage, scale: Scale): ScoredPassage {
  const size = Math.max(SHORTEST, length) / Math.max(1, scale.average)
  const norm = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * size)
  const current = scale.cues.wantsPast || !scale.outdated.has(passage.document) ? 1 : SUPERSEDED
  const whole = ONE_SIDED + (1 - ONE_SIDED) * shareOf(scale.rarity, (facet) => (counts[facet] ?? 0) > 0)
  const attached = passage.document.attachedNow ? ATTACHED_NOW : 1
  const factor = formFactor(passage, scale.cues) * attached * current * whole
  return {
    passage,
    byFacet: counts.map(
      (count, facet) => (factor * (scale.rarity[facet] ?? 0) * count * (SATURATION + 1)) / (count + norm),
    ),
  }
}

/** The part of the whole weight that falls on some facets. */
function shareOf(weights: readonly number[], has: (facet: number) => boolean): number {
  const total = weights.reduce((sum, each) => sum + each, 0)
  const found = weights.reduce((sum, each, facet) => sum + (has(facet) ? each : 0), 0)
  return total === 0 ? 0 : found / total
}

/** Takes the best, then what adds most to it: a question with two parts gets an answer to both. */
function chooseDiverse(scored: readonly ScoredPassage[]): ScoredPassage[] {
  const chosen: ScoredPassage[] = []
  const answered: number[] = []
  let best = 0
  while (chosen.length < MOST_PASSAGES) {
    let next: ScoredPassage | undefined
    let gain = 0
    for (const each of scored) {
      const value = chosen.includes(each) ? 0 : gainOf(each, answered)
      if (value > gain) [next, gain] = [each, value]
    }
    if (next === undefined || gain < best * LOWEST_SHARE) break
    best = Math.max(best, gain)
    chosen.push(next)
    for (const [facet, share] of next.byFacet.entries())
      answered[facet] = Math.max(answered[facet] ?? 0, share)
  }
  return chosen
}

function gainOf(scored: ScoredPassage, answered: readonly number[]): number {
  let gain = 0
  for (const [facet, share] of scored.byFacet.entries()) {
    const known = Math.min(share, answered[facet] ?? 0)
    gain += share - known + known * ANSWERED
  }
  return gain
}
