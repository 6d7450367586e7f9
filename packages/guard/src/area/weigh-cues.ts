import type { FoundCue } from './collect-entries.ts'
import type { FoundTerm } from './find-pairs.ts'

/** What is left of a cue that is a term itself. */
const AS_TERM = 0.5

/** Of different cues together. */
export function strengthOf(cues: readonly FoundCue[]): number {
  const strengths = new Map<string, number>()
  for (const { key, strength } of cues) strengths.set(key, Math.max(strength, strengths.get(key) ?? 0))
  let total = 0
  for (const strength of strengths.values()) total += strength
  return total
}

/** What is a term itself says little more: a contract alone is no trouble with one. */
export function besideTerms(
  cues: readonly FoundCue[],
  terms: readonly FoundTerm[],
  length: number,
): readonly FoundCue[] {
  if (cues.length === 0) return cues
  const isTerm = new Uint8Array(length)
  for (const { entry, from, to, isApart } of terms)
    if (!isApart && !entry.isHint && entry.weight > 1) isTerm.fill(1, from, to)
  return cues.map((cue) =>
    isTerm.subarray(cue.from, cue.to).includes(0) ? cue : { ...cue, strength: cue.strength * AS_TERM },
  )
}

/** A word in a longer phrase of an area is no small talk: who was hurt in a museum has a matter. */
export function outsidePhrases(
  cues: readonly FoundCue[],
  terms: readonly FoundTerm[],
  length: number,
): readonly FoundCue[] {
  if (cues.length === 0) return cues
  const longest = new Uint8Array(length)
  for (const { entry, from, to, isApart } of terms)
    if (!isApart && !entry.isHint)
      for (let at = from; at < to; at += 1) longest[at] = Math.max(longest[at] ?? 0, to - from)
  return cues.filter(({ from, to }) => longest.subarray(from, to).some((size) => size <= to - from))
}
