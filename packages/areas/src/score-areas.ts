import type { Findings, TermMatch } from './find-matches.ts'

/** What one term gives to its area. */
interface Evidence {
  readonly value: number
  readonly matches: readonly TermMatch[]
}

export interface ScoredArea {
  readonly area: number
  readonly evidence: number
  readonly confidence: number
  /** Those that count, in order of the text. */
  readonly matches: readonly TermMatch[]
}

/** The constants of the score, chosen on the questions in benchmarks/guard/tuning-half. */
export interface Scoring {
  /** A term of weight 5 is worth 5; how steeply it falls below. */
  readonly steepness: number
  /** What each further area that has the same term takes away. */
  readonly spreadCost: number
  /** What each further word of a phrase adds. */
  readonly phraseGain: number
  readonly repetitionGain: number
  /** What is left of each further term, in order of value. */
  readonly furtherTerm: number
  /** What is left of a term inside a longer phrase of another area. */
  readonly insideOther: number
  readonly denied: number
  /** What is left of words that are no terms, and how much they can give together. */
  readonly hintShare: number
  readonly mostHints: number
  /** Texts longer than this need more evidence. */
  readonly plainLength: number
  readonly lengthCost: number
  /** What each cue gives or takes, and all of them together at most. */
  readonly matterGain: number
  readonly mostMatter: number
  readonly idleCost: number
  readonly mostIdle: number
  /** Taken where nothing is asked and nothing says that there is a matter. */
  readonly statementCost: number
  /** Taken from an area for which one term alone speaks, where nothing says that there is a matter. */
  readonly loneCost: number
  /** The same, where the term is a single word. */
  readonly loneWordCost: number
  readonly slope: number
  readonly middle: number
}

const SCORING: Scoring = {
  steepness: 1.2,
  spreadCost: 0.06,
  phraseGain: 0.13,
  repetitionGain: 0.3,
  furtherTerm: 0.73,
  insideOther: 0.75,
  denied: 0.1,
  hintShare: 1.65,
  mostHints: 1.5,
  plainLength: 45,
  lengthCost: 0.3,
  matterGain: 0.65,
  mostMatter: 1.25,
  idleCost: 1.7,
  mostIdle: 4.5,
  statementCost: 0.15,
  loneCost: 0.5,
  loneWordCost: 1.15,
  slope: 1,
  middle: 2.6,
}

const STRONGEST = 5
const MOST_PHRASE_WORDS = 4
const VERY_SHORT = 4

/** Adds up the evidence for each area and makes a confidence of it; best first, ties by place in the list. */
export function scoreAreas(
  { terms: matches, matter, idle, isStatement }: Findings,
  length: number,
  scoring: Scoring = SCORING,
): readonly ScoredArea[] {
  const topic =
    Math.min(matter * scoring.matterGain, scoring.mostMatter) -
    Math.min(idle * scoring.idleCost, scoring.mostIdle) -
    (isStatement && matter < 1 && length > VERY_SHORT ? scoring.statementCost : 0)
  const longest = longestPhraseByWord(matches, length)
  return [...groupBy(matches, ({ area }) => area)]
    .map(([area, own]) => {
      const kept = withoutContained(own)
      const isLone = matter < 1 && length > VERY_SHORT && isOneTerm(kept)
      const lone = (kept[0]?.size ?? 0) > 1 ? scoring.loneCost : scoring.loneWordCost
      const evidence = addUp(kept, { longest, length, scoring }) + topic - (isLone ? lone : 0)
      return {
        area,
        evidence: Math.max(0, evidence),
        confidence: confidenceOf(evidence, scoring),
        matches: kept,
      }
    })
    .sort((a, b) => b.evidence - a.evidence || b.confidence - a.confidence || a.area - b.area)
}

interface Setting {
  readonly longest: Uint8Array
  readonly length: number
  readonly scoring: Scoring
}

function addUp(kept: readonly TermMatch[], { longest, length, scoring }: Setting): number {
  const values = [...groupBy(kept, ({ key }) => key).values()]
    .map((same): Evidence => ({ value: valueOf(same, longest, scoring), matches: same }))
    .sort((a, b) => b.value - a.value)
  let sum = 0
  let hints = 0
  for (const [index, { value, matches }] of values.entries())
    if (matches[0]?.isHint) hints += value
    else sum += value * scoring.furtherTerm ** index
  sum += Math.min(hints * scoring.hintShare, scoring.mostHints)
  const excess = Math.max(0, Math.log(length / scoring.plainLength))
  return sum / (1 + scoring.lengthCost * excess)
}

/** Of the best place of a term; further places add a little. */
function valueOf(same: readonly TermMatch[], longest: Uint8Array, scoring: Scoring): number {
  let best = 0
  for (const match of same) {
    const inside = isInsideLonger(match, longest) ? scoring.insideOther : 1
    const factor = inside * (match.denied ? scoring.denied : 1) * match.affinity
    const phrase = 1 + scoring.phraseGain * (Math.min(match.size, MOST_PHRASE_WORDS) - 1)
    const weight = STRONGEST * (match.weight / STRONGEST) ** scoring.steepness
    best = Math.max(best, (weight * phrase * factor) / (1 + scoring.spreadCost * (match.spread - 1)))
  }
  return best * (1 + scoring.repetitionGain * Math.log(same.length))
}

function isOneTerm(kept: readonly TermMatch[]): boolean {
  return kept.every(({ key }) => key === kept[0]?.key)
}

function confidenceOf(evidence: number, { slope, middle }: Scoring): number {
  return 1 / (1 + Math.exp(-slope * (evidence - middle)))
}

/** A word inside a longer phrase of the same area says nothing more than the phrase. */
function withoutContained(own: readonly TermMatch[]): readonly TermMatch[] {
  const sorted = own.toSorted((a, b) => a.from - b.from || b.to - a.to || b.weight - a.weight)
  const kept: TermMatch[] = []
  let end = 0
  for (const match of sorted) {
    if (match.to <= end) continue
    kept.push(match)
    end = match.to
  }
  return kept
}

/** How long the longest phrase over each word is. */
function longestPhraseByWord(matches: readonly TermMatch[], length: number): Uint8Array {
  const longest = new Uint8Array(length)
  for (const { from, to } of matches) {
    for (let at = from; at < to; at += 1) longest[at] = Math.max(longest[at] ?? 0, to - from)
  }
  return longest
}

function isInsideLonger({ from, to }: TermMatch, longest: Uint8Array): boolean {
  return longest.subarray(from, to).every((size) => size > to - from)
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
