interface Placed {
  readonly start: number
  readonly end: number
  readonly confidence: number
  readonly isWhole?: true
}

/** How much surer a finding must be to win over a longer one. */
const CLEARLY = 0.12

/**
 * Of findings that share characters the surest stays, the longer one where they are about as sure, then the first
 * by order of rules. What is left overlaps nowhere, in order of place.
 */
export function resolveOverlaps<T extends Placed>(findings: readonly T[]): readonly T[] {
  const ranked = findings.map((finding, rank) => ({ finding, rank })).sort(byPlace)
  const kept: { readonly finding: T; readonly rank: number }[] = []
  for (const next of ranked) {
    let wins = true
    while (wins) {
      const last = kept.at(-1)
      if (!last || last.finding.end <= next.finding.start) break
      if (isBetter(next, last)) kept.pop()
      else wins = false
    }
    if (wins) kept.push(next)
  }
  return kept.map(({ finding }) => finding)
}

interface Ranked {
  readonly finding: Placed
  readonly rank: number
}

function byPlace(a: Ranked, b: Ranked): number {
  return a.finding.start - b.finding.start || b.finding.end - a.finding.end || a.rank - b.rank
}

function isBetter(a: Ranked, b: Ranked): boolean {
  // Half of a number must not be left behind.
  if (isPartOf(b.finding, a.finding)) return true
  if (isPartOf(a.finding, b.finding)) return false
  const surer = a.finding.confidence - b.finding.confidence
  if (Math.abs(surer) > CLEARLY) return surer > 0
  const longer = a.finding.end - a.finding.start - (b.finding.end - b.finding.start)
  if (longer !== 0) return longer > 0
  return surer !== 0 ? surer > 0 : a.rank < b.rank
}

/** Whether it has only a part of one whose form tells that it is whole. */
function isPartOf(part: Placed, whole: Placed): boolean {
  return whole.isWhole === true && !part.isWhole && part.end - part.start < whole.end - whole.start
}
