import type { Findings, TermMatch } from './find-matches.ts'

export interface ScoredArea {
  readonly area: number
  readonly evidence: number
  readonly confidence: number
  /** Those that count, in order of the text. */
  readonly matches: readonly TermMatch[]
}

/** The constants of the score, chosen on the questions in benchmarks/guard/tuning-half. */
const STRONGEST = 5
/** A term of weight 5 is worth 5; how steeply it falls below. */
const STEEPNESS = 1.2
/** What each further word of a phrase adds. */
const PHRASE_GAIN = 0.13
const MOST_PHRASE_WORDS = 4
/** What more places of the same term add. */
const REPETITION_GAIN = 0.3
const DENIED = 0.1
/** What is left of each further term, in order of value. */
const FURTHER_TERM = 0.73
/** What is left of words that are no terms, and how much they can give together. */
const HINT_SHARE = 1.65
const MOST_FROM_HINTS = 1.5
/** Texts longer than this need more evidence. */
const PLAIN_LENGTH = 45
const LENGTH_COST = 0.3
/** What each cue gives or takes, and all of them together at most. */
const MATTER = { gain: 0.65, most: 1.25 }
const IDLE = { cost: 1.7, most: 4.5 }
/** Taken where one term alone speaks for an area, and nothing says that there is a matter; a phrase is surer than a word. */
const LONE = { phrase: 0.5, word: 1.15 }
const VERY_SHORT = 4
const MIDDLE = 2.6

/** Adds up the evidence for each area and makes a confidence of it; best first, ties by place in the list. */
export function scoreAreas({ terms, matter, idle }: Findings, length: number): readonly ScoredArea[] {
  // A long post has some frame of a question in any case: as many of them say less.
  const density = Math.min(1, PLAIN_LENGTH / length)
  const topic = Math.min(matter * density * MATTER.gain, MATTER.most) - Math.min(idle * IDLE.cost, IDLE.most)
  return [...Map.groupBy(terms, ({ area }) => area)]
    .map(([area, own]) => {
      const matches = withoutContained(own)
      const isLone = matter < 1 && length > VERY_SHORT && matches.every(({ key }) => key === matches[0]?.key)
      const lone = (matches[0]?.size ?? 0) > 1 ? LONE.phrase : LONE.word
      const evidence = addUp(matches, length) + topic - (isLone ? lone : 0)
      const confidence = 1 / (1 + Math.exp(MIDDLE - evidence))
      return { area, evidence: Math.max(0, evidence), confidence, matches }
    })
    .sort((a, b) => b.evidence - a.evidence || b.confidence - a.confidence || a.area - b.area)
}

/** Of each term its best place; further places add a little. */
function addUp(matches: readonly TermMatch[], length: number): number {
  const best = [...Map.groupBy(matches, ({ key }) => key).values()].map((same) => ({
    isHint: same[0]?.isHint ?? false,
    value: Math.max(...same.map(valueOf)) * (1 + REPETITION_GAIN * Math.log(same.length)),
  }))
  const [hints, terms] = [best.filter(({ isHint }) => isHint), best.filter(({ isHint }) => !isHint)]
  const fromTerms = terms
    .toSorted((a, b) => b.value - a.value)
    .reduce((sum, { value }, index) => sum + value * FURTHER_TERM ** index, 0)
  const fromHints = hints.reduce((sum, { value }) => sum + value * HINT_SHARE, 0)
  const excess = Math.max(0, Math.log(length / PLAIN_LENGTH))
  return (fromTerms + Math.min(fromHints, MOST_FROM_HINTS)) / (1 + LENGTH_COST * excess)
}

function valueOf({ weight, size, isDenied }: TermMatch): number {
  const phrase = 1 + PHRASE_GAIN * (Math.min(size, MOST_PHRASE_WORDS) - 1)
  return STRONGEST * (weight / STRONGEST) ** STEEPNESS * phrase * (isDenied ? DENIED : 1)
}

/** A word inside a longer phrase of the same area says nothing more than the phrase. */
function withoutContained(own: readonly TermMatch[]): readonly TermMatch[] {
  const kept: TermMatch[] = []
  let end = 0
  for (const match of own.toSorted((a, b) => a.from - b.from || b.to - a.to || b.weight - a.weight)) {
    if (match.to <= end) continue
    kept.push(match)
    end = match.to
  }
  return kept
}
