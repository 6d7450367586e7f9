import type { IndexedPassage } from './index-passages.ts'
import type { QuestionTerms } from './question-terms.ts'
import type { Passage } from './split-passages.ts'

/** How often a passage speaks of each facet of the question, its headings and title included. */
export interface CountedPassage {
  readonly passage: Passage
  readonly counts: readonly number[]
  /** Words of the passage itself. */
  readonly length: number
}

/** A word in the nearest heading says more about a passage than one in its text, one farther above less. */
const NEAREST_HEADING = 1.5
const OUTER_HEADING = 0.4
const TITLE = 0.7

/** Counts in one pass over the words of all passages. */
export function countFacets(passages: readonly IndexedPassage[], terms: QuestionTerms): CountedPassage[] {
  const places = facetsByWord(terms)
  return passages.map(({ passage, lines, nearestHeading, outerHeadings, title }) => {
    const counts = terms.facets.map(() => 0)
    const add = (words: readonly string[], field: number): void => {
      for (const word of words)
        for (const [facet, weight] of places.get(word) ?? [])
          counts[facet] = (counts[facet] ?? 0) + weight * field
    }
    let length = 0
    for (const words of lines) {
      if (repeats(words, terms.wording)) continue
      add(words, 1)
      length += words.length
    }
    add(nearestHeading, passage.isUnderTitle ? OUTER_HEADING : NEAREST_HEADING)
    add(outerHeadings, OUTER_HEADING)
    add(title, TITLE)
    return { passage, counts, length }
  })
}

/** A line that repeats the question does not answer it. */
function repeats(words: readonly string[], wording: readonly string[]): boolean {
  if (wording.length < 3) return false
  const last = words.length - wording.length
  for (let start = 0; start <= last; start++) {
    let same = 0
    while (same < wording.length && words[start + same] === wording[same]) same++
    if (same === wording.length) return true
  }
  return false
}

function facetsByWord({ facets }: QuestionTerms): Map<string, (readonly [facet: number, weight: number])[]> {
  const places = new Map<string, (readonly [facet: number, weight: number])[]>()
  for (const [facet, { words }] of facets.entries())
    for (const [word, weight] of words) places.set(word, [...(places.get(word) ?? []), [facet, weight]])
  return places
}
