import type { TermMatch } from './term-match.ts'

/** A longer text says in other words what its own mean. */
const MOST_WORDS = 4
/** What is left of a word that another language means otherwise: enough where it is one of the strongest. */
const DISPUTED = 0.6

/**
 * Of a few words in no clear language, each is one of every language that has it. A word that says less about an area
 * in another language may have been meant there: a label is no record company, nor a scenario a script.
 */
export function settleLanguages(
  readings: readonly (readonly TermMatch[])[],
  length: number,
): readonly TermMatch[] {
  if (length > MOST_WORDS) return readings.flat()
  const known = readings.map(weightsOf)
  return readings.flatMap((terms, own) =>
    terms.map((term) => {
      const isDisputed =
        isWord(term) && known.some((other, index) => index !== own && saysLess(other.get(term.from), term))
      return isDisputed ? { ...term, affinity: term.affinity * DISPUTED } : term
    }),
  )
}

/** Weights by area, for each word that the language has in this very form. */
function weightsOf(terms: readonly TermMatch[]): ReadonlyMap<number, ReadonlyMap<number, number>> {
  const weights = new Map<number, Map<number, number>>()
  for (const term of terms) {
    if (!isWord(term) || !term.isAsWritten) continue
    const areas = weights.get(term.from) ?? new Map<number, number>()
    weights.set(term.from, areas.set(term.area, Math.max(term.weight, areas.get(term.area) ?? 0)))
  }
  return weights
}

function saysLess(areas: ReadonlyMap<number, number> | undefined, { area, weight }: TermMatch): boolean {
  return areas !== undefined && (areas.get(area) ?? 0) < weight
}

function isWord({ from, to, isHint, isApart }: TermMatch): boolean {
  return to - from === 1 && !isHint && !isApart
}
